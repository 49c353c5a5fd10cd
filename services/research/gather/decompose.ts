import { comparedSides } from '../../query/compared-sides.ts';
import { comparedThings } from '../../query/compared-things.ts';
import { isOnForm } from './presentation.ts';
import { leavesOutSubject, subjectOf, withSubject } from './subject.ts';

// A question ends at its question mark; an item of a list also ends at a semicolon or line end, an order at its full stop.
const BOUNDARY = /(?<=\?)\s+|;\s+|\n+|(?<=\p{L}{3}[.!])\s+(?=\p{Lu})/u;
const QUESTION_AFTER_AND =
  /,?\s+and\s+(?:also\s+)?(?=(?:who|what|when|where|why|how|which)\b)|,\s+and\s+(?=(?:is|are|was|were|do|does|did|can|could|should|will)\s)/i;
const LEADING_CONJUNCTION = /^(?:and|or|but|also|then|so)\b[,\s]*/i;
// The rest of "… at https://…" without its URL.
const TRAILING_PREPOSITION = /[,\s]+(?:according to|and|at|by|from|in|of|on|see|to|via|with)$/i;
const MIN_WORDS = 3;
const EACH =
  /\b(?:each(?:\s+(?:of them|one|of these|of the two))?|both(?:\s+of them)?|either(?:\s+of them)?|the two)\b/i;

/**
 * The questions that a text consists of, each with its subject: a later one that says `it` names what the one before
 * asked about, and one about several things is asked of each. Wishes on form are left out. Judged by English words alone;
 * other texts stay whole.
 */
export function decompose(text: string): string[] {
  const parts = text
    .split(BOUNDARY)
    .filter((part) => !isOnForm(part))
    .flatMap(clausesOf)
    .map(trimmed)
    .filter((part) => part.split(/\s+/).length >= MIN_WORDS);
  const questions = withSubjects(parts).map(capitalized);
  return questions.length > 0 ? questions : [text].filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** `Which lock does A take and which does B take`: the second clause has no thing that it asks for. */
const LACKS_THING = /^(?:which|what)\s+(?:do|does|did|is|are|was|were)\s/i;

function clausesOf(part: string): string[] {
  const clauses = part.split(QUESTION_AFTER_AND);
  const isOneComparison = clauses.slice(1).some((clause) => LACKS_THING.test(clause)) && !clauses.some(refersBack);
  return isOneComparison && comparedSides(part) ? [part] : clauses;
}

const refersBack = (clause: string) => EACH.test(clause) || leavesOutSubject(clause);

function withSubjects(parts: readonly string[]): string[] {
  const questions: string[] = [];
  let subject: string | undefined;
  let things: readonly string[] = [];
  for (const part of parts) {
    const isEach = EACH.test(part);
    const refers = leavesOutSubject(part);
    const compared = isEach && things.length > 0 ? undefined : comparedThings(part);
    if (compared) {
      ({ things } = compared);
      questions.push(...compared.questions);
    } else if (things.length > 0 && (isEach || refers)) questions.push(...things.map((thing) => ofThing(part, thing)));
    else if (subject !== undefined && (isEach || refers)) questions.push(ofThing(part, subject));
    else {
      things = [];
      questions.push(part);
    }
    if (!refers && !isEach) subject = subjectOf(part) ?? subject;
  }
  return questions;
}

function ofThing(part: string, thing: string): string {
  return EACH.test(part) ? part.replace(EACH, () => thing) : withSubject(part, thing);
}

const trimmed = (part: string) => part.trim().replace(LEADING_CONJUNCTION, '').replace(TRAILING_PREPOSITION, '');

/** A name keeps its case. */
function capitalized(question: string): string {
  return /^\p{Ll}+(?=\s)/u.test(question) ? question.charAt(0).toUpperCase() + question.slice(1) : question;
}
