import { splitTopic } from './added-topic.ts';
import { namesIn } from '../text/names.ts';

const QUESTION_WORD = /^\W*(?:(?:in|of|at|to|for|on|from|by)\s+)?(?:what|which|who|whom|whose|where|when|why|how)\b/i;
const RELATIVE = /(?<=\S\s.{0,2000})\b(?:where|which|that|who|whom|whose)\b/i;
/** `the country Signmark is from`, `the band Ada Brenn played for`. */
const REDUCED_RELATIVE =
  /\bthe\s+(?:\p{Ll}+\s+){1,3}(?:\p{Lu}[\p{L}.'’-]*\s+)+(?:\p{Lu}[\p{L}.'’-]*\s+|\p{Ll}+\s+)?(?:is|are|was|were|did|does|has|had|can|\p{Ll}+ed)\b/u;
/** `the same book as Ada Brenn`. */
const SAME_AS = /\bsame\s+(?:\p{Ll}+\s+){1,3}as\s+(?:the\s+)?\p{Lu}/u;
const RELATION =
  /['’]s\s+\p{L}|(?<!\b(?:kinds?|types?|sorts?|number|amount|list|set|part)\s)\b(?:of|by|born|named|containing)\b/gu;

/** One passage is enough to say how to do something. */
const HOW_TO =
  /^\W*(?:how\s+(?:do|does|can|could|should|would|to|might)\s|(?:explain|describe|summari[sz]e|compare|list|give|show|walk)\b)|\b(?:do|can|should|could|would)\s+(?:i|you|we|one)\b/i;

/**
 * Whether a question identifies its subject by a relation to another named thing: `the country where Ada Brenn was
 * born`. A single sentence then need not contain both. Judged by English words alone.
 */
export function namesByRelation(question: string): boolean {
  if (HOW_TO.test(question)) return false;
  const { bare } = splitTopic(question);
  const names = namesOf(bare).length;
  if (names === 0) return false;
  const rest = bare.replace(QUESTION_WORD, '');
  const clause = RELATIVE.exec(rest);
  if (clause && namesOf(rest.slice(clause.index)).length > 0) return true;
  if (REDUCED_RELATIVE.test(rest) || SAME_AS.test(rest)) return true;
  const relations = (rest.match(RELATION) ?? []).length;
  return relations >= 2 || (relations === 1 && names >= 2);
}

// `I` has a capital like a name.
const namesOf = (text: string) => namesIn(text).filter((words) => words.join(' ') !== 'i');
