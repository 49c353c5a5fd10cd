import { comparedSides } from '../../query/compared-sides.ts';
import { isOnForm } from './presentation.ts';
import { leavesOutSubject } from './pronouns.ts';
import { waysIn } from './ways.ts';

// A question ends at its question mark; an item of a list also ends at a semicolon or line end, an order at its full stop.
const BOUNDARY = /(?<=\?)\s+|;\s+|\n+|(?<=(?:\p{L}{3}|\bit|\bso|\bme|\bus|\d\d)[.!])\s+(?=\p{Lu})/u;
// `Compare oak and elm: what does each cost`.
const QUESTION_AFTER_COLON = /:\s+(?=(?:what|which|how|when|why|where|who|can|is|are|do|does)\b)/i;
const QUESTION_AFTER_AND =
  /,?\s+and\s+(?:also\s+)?(?=(?:(?:at|by|for|from|in|of|on|to|with)\s+)?(?:who|what|when|where|why|how|which)\b)|,\s+and\s+(?=(?:is|are|was|were|do|does|did|can|could|should|will)\s)/i;
// `What is a weir, when is it opened`: a clause after a question that asks anew. `which is` after a comma tells of a thing.
const IS_QUESTION =
  /^(?:who|what|when|where|why|how|which|in\s+what|is|are|do|does|did|can|should|explain|describe|tell|show|compare|summari[sz]e|outline)\b/i;
const QUESTION_AFTER_COMMA = new RegExp(
  String.raw`,\s+(?=(?:(?:what(?:'s)?|why|how)\s+\p{L}|(?:when|where)\s+(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)\b|(?:can|could|should|is|are|do|does|did|will)\s+(?:it|they|i|you|we|one|he|she)\b|which\s+(?:(?:of\s+(?:them|these|those)|ones?)\b|(?!is\b|are\b|was\b|were\b|has\b|have\b)\p{L}+\s+(?!(?:it|them|me|us|you|him|her|the|a|an|this|that|these|those|to|by|from|for|in|on|at|as)\b)\p{L})))`,
  'iu',
);
const LEADING_CONJUNCTION = /^(?:and|or|but|also|then|so)\b[,\s]*/i;
// The rest of "… at https://…" without its URL.
const TRAILING_PREPOSITION = /[,\s]+(?:according to|and|at|by|from|in|of|on|see|to|via|with)$/i;
const MIN_WORDS = 3;
/** `When should each be used`: of several things the same is asked. */
export const EACH =
  /\b(?:each(?:\s+(?:of them|one|of these|of the two))?|both(?:\s+of them)?|either(?:\s+of them)?|the two)\b/i;

/** A question, or a statement before the questions. */
export interface Clause {
  text: string;
  isTold: boolean;
  /** From 0, among those of its sentence. */
  place: number;
}

/** A statement: what an asker tells of the own situation. */
const TELLS = /^(?:(?:i|we|they|he|she|it|there|my|our|the|this|these|those|some|all)\b|(?:i|we)['’])/i;
const ASKS = /\?\s*$/;

/** The questions and statements of a text, without its wishes on form. */
export function clausesIn(text: string): Clause[] {
  const sentences = text.split(BOUNDARY).filter((sentence) => !isOnForm(sentence));
  const asks = sentences.some((sentence) => ASKS.test(sentence));
  return sentences.flatMap((sentence) => {
    const isTold = asks && TELLS.test(sentence.trim()) && !ASKS.test(sentence);
    const clauses = isTold ? [sentence] : sentence.split(QUESTION_AFTER_COLON).flatMap(clausesOf);
    return clauses
      .map(trimmed)
      .filter((clause) => clause.split(/\s+/).length >= MIN_WORDS)
      .flatMap(waysIn)
      .map((clause, place) => ({ text: clause, isTold, place }));
  });
}

/** `Which lock does A take and which does B take`: the second clause has no thing that it asks for. */
const LACKS_THING = /^which\s+(?:do|does|did|is|are|was|were)\s+(?!(?:i|you|we|one|it|they|he|she)\b)/i;
/** `Compare oak and elm by weight, what they cost, and smell`: the items of a list are no questions. */
const COMPARES = /^(?:please\s+)?(?:compare|contrast)\s[^,:;]+\sby\s/i;

function clausesOf(part: string): string[] {
  if (COMPARES.test(part)) return [part];
  const clauses = part
    .split(QUESTION_AFTER_AND)
    .flatMap((clause) => (IS_QUESTION.test(clause) ? clause.split(QUESTION_AFTER_COMMA) : [clause]));
  const isOneComparison = clauses.slice(1).some((clause) => LACKS_THING.test(clause)) && !clauses.some(refersBack);
  return isOneComparison && comparedSides(part) ? [part] : clauses;
}

const refersBack = (clause: string) => EACH.test(clause) || leavesOutSubject(clause);

const trimmed = (part: string) =>
  part
    .trim()
    .replace(LEADING_CONJUNCTION, '')
    .replace(/^please\s+/i, '')
    .replace(TRAILING_PREPOSITION, '');
