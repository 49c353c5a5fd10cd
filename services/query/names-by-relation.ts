import { namesIn } from '../text/facts.ts';

const QUESTION_WORD = /^\W*(?:(?:in|of|at|to|for|on|from|by)\s+)?(?:what|which|who|whom|whose|where|when|why|how)\b/i;
const RELATIVE = /(?<=\S\s.{0,2000})\b(?:where|which|that|who|whom|whose)\b/i;
/** `the country Signmark is from`, `the band Ada Brenn played for`. */
const REDUCED_RELATIVE =
  /\bthe\s+(?:\p{Ll}+\s+){1,3}(?:\p{Lu}[\p{L}.'’-]*\s+)+(?:\p{Lu}[\p{L}.'’-]*\s+|\p{Ll}+\s+)?(?:is|are|was|were|did|does|has|had|can|\p{Ll}+ed)\b/u;
const RELATION = /['’]s\b|\b(?:of|by|in|born|named|containing)\b/g;

/**
 * Whether a question names what it is about by its relation to another thing that it names: `the country where Ada Brenn
 * was born`. Then no single sentence needs to have all of it. Judged by English words alone.
 */
export function namesByRelation(question: string): boolean {
  if (namesIn(question).length === 0) return false;
  const rest = question.replace(QUESTION_WORD, '');
  return RELATIVE.test(rest) || REDUCED_RELATIVE.test(rest) || (rest.match(RELATION) ?? []).length >= 2;
}
