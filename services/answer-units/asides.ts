import type { AnalysedQuestion } from './asked.ts';
import type { UnitPlace } from './place.ts';

const ASIDE =
  /\b(?:synopsis|history|see also|changelog|release notes?|references|compatibility|bugs|author|acknowledg|notes?)\b/i;
/** The title of release notes: they tell of each fault that was mended, and not how a thing works. */
const RELEASE = /\b(?:release\s+(?:notes?\b|v?\d)|change\s?log\b|what['’]s new\b)/i;
const ASKS_OF_CHANGES = /\b(?:release|version|chang|new|news|add|fix|remov|deprecat|since|upgrad|update)\p{L}*/iu;

/** Whether a text stands where it seldom answers: below a heading such as "See also", or in release notes. */
export const isAside = ({ text }: AnalysedQuestion, { passage, title }: UnitPlace): boolean =>
  passage.path.some((entry) => ASIDE.test(entry)) || (RELEASE.test(title) && !ASKS_OF_CHANGES.test(text));
