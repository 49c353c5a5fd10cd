import { countWords } from '../blocks/count-words.ts';
import { isNavigation } from '../blocks/navigation.ts';
import { isSignature } from '../page-text/signature.ts';
import type { Unit } from '../answer-units/units/unit.ts';
import { sentencesOf } from '../text/sentences.ts';
import type { Excerpt } from './excerpts-of.ts';
import { withoutPointers } from '../answer-units/units/pointers.ts';

const FEWEST_WORDS = 5;
/** The rest of a sentence that code or a list has cut, or an aside that belongs to the sentence before it. */
const CONTINUES = /^(?:\p{Ll}|[(),;])/u;
/** The list or code that it leads to is missing. */
const LEADS_ON = /[:：][^\p{L}\p{N}_]*$/u;

/** Whether an excerpt says something by itself: it is no fragment, no reference to another page and no navigation. */
export function isComplete({ units, text, words, block, beginsBlock }: Excerpt): boolean {
  const [first] = units;
  if (!first || words < FEWEST_WORDS || units.some(({ lines = [] }) => isNavigation(lines, 'beginning'))) return false;
  if (!isProse(first)) return first.kind !== 'code' || isSentence(first.lead);
  const beginsPlace = block === 0 && beginsBlock;
  if (CONTINUES.test(first.text) && !(beginsPlace && /^\p{Ll}/u.test(first.text))) return false;
  if (units.length === 1 && (LEADS_ON.test(text) || isSignature(text))) return false;
  return withoutPointers(sentencesOf(first.text)).length > 0 && !isBare(units);
}

const isSentence = (lead = '') => countWords(lead) >= FEWEST_WORDS && !CONTINUES.test(lead);

const isProse = ({ kind }: Unit): boolean => kind === 'sentence' || kind === 'sentences' || kind === 'paragraph';

/** A heading or a term without a sentence. */
const isBare = ([first, ...others]: readonly Unit[]) =>
  others.length === 0 && first !== undefined && countWords(first.text) < FEWEST_WORDS;
