import { comparedSides } from '../../query/compared-sides.ts';
import { comparedThings, isPlural, type Comparison } from '../../query/compared-things.ts';
import { isOnForm } from './presentation.ts';
import {
  actorOf,
  eventOf,
  forSubject,
  leavesOutSubject,
  namesNothing,
  subjectOf,
  subjectOfStatement,
  topicOf,
  withSubject,
} from './subject.ts';

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
const EACH =
  /\b(?:each(?:\s+(?:of them|one|of these|of the two))?|both(?:\s+of them)?|either(?:\s+of them)?|the two)\b/i;

/**
 * The questions that a text consists of, each with its subject: a later one that says `it` names what the one before
 * asked about, and one about several things is asked of each. Wishes on form are left out. Judged by English words alone;
 * other texts stay whole.
 *
 * @param before an earlier text, whose last subject `it` may mean
 */
export function decompose(text: string, before = ''): string[] {
  const earlier = partsOf(before);
  const questions = withSubjects([...earlier, ...partsOf(text)])
    .slice(earlier.length)
    .flat()
    .map(capitalized);
  return questions.length > 0 ? questions : [text].filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** The comparison that a text asks for: the same of several things. Undefined if it asks for none. */
export function comparisonIn(text: string): Comparison | undefined {
  for (const part of partsOf(text)) {
    const comparison = comparedThings(part.text)?.comparison;
    if (comparison) return { ...comparison, cells: comparison.cells.map((row) => row.map(capitalized)) };
  }
  return undefined;
}

/** A question, or what is told before the questions. */
interface Part {
  text: string;
  isTold: boolean;
  /** From 0, among those of its sentence. */
  place: number;
}

/** A statement: what an asker tells of the own situation. */
const TELLS = /^(?:(?:i|we|they|he|she|it|there|my|our|the|this|these|those|some|all)\b|(?:i|we)['’])/i;
const ASKS = /\?\s*$/;

function partsOf(text: string): Part[] {
  const sentences = text.split(BOUNDARY).filter((sentence) => !isOnForm(sentence));
  const asks = sentences.some((sentence) => ASKS.test(sentence));
  return sentences.flatMap((sentence) => {
    const isTold = asks && TELLS.test(sentence.trim()) && !ASKS.test(sentence);
    const clauses = isTold ? [sentence] : sentence.split(QUESTION_AFTER_COLON).flatMap(clausesOf);
    return clauses
      .map(trimmed)
      .filter((clause) => clause.split(/\s+/).length >= MIN_WORDS)
      .map((clause, place) => ({ text: clause, isTold, place }));
  });
}

/** `Which lock does A take and which does B take`: the second clause has no thing that it asks for. */
const LACKS_THING =
  /^(?:which\s+(?:do|does|did|is|are|was|were)|what\s+(?:do|does|did))\s+(?!(?:i|you|we|one|it|they|he|she)\b)/i;

function clausesOf(part: string): string[] {
  const clauses = part
    .split(QUESTION_AFTER_AND)
    .flatMap((clause) => (IS_QUESTION.test(clause) ? clause.split(QUESTION_AFTER_COMMA) : [clause]));
  const isOneComparison = clauses.slice(1).some((clause) => LACKS_THING.test(clause)) && !clauses.some(refersBack);
  return isOneComparison && comparedSides(part) ? [part] : clauses;
}

const refersBack = (clause: string) => EACH.test(clause) || leavesOutSubject(clause);

/** What the parts of a text so far are about. */
interface About {
  /** What a pronoun means. */
  subject: string | undefined;
  /** The things that were compared; `each` means them. */
  things: readonly string[];
  /** The kind of thing that was asked for. */
  kind: string | undefined;
  /** What a clause is about that names nothing itself. */
  topic: string | undefined;
  isAfterStatement: boolean;
}

const TOGETHER = /\b(?:combined?|together)\b/i;

const withNumber = (question: string, thing: string) =>
  isPlural(thing) ? question.replace(`does ${thing}`, () => `do ${thing}`) : question;

/** `Which of them can wait`: of several things one question asks. */
const WHICH_OF = /\b(which|what) of (?:them|these|those)\b/i;
/** `Which gates are there`: what a later `which of them` means. */
const KIND =
  /^(?:which|what)\s+((?:(?!do\b|does\b|is\b|are\b|can\b)[\p{L}-]{1,40}\s+){1,3})(?:do|does|is|are|can|could|should|has|have)\s/iu;

/** The questions of each part. */
function withSubjects(parts: readonly Part[]): string[][] {
  const about: About = {
    subject: undefined,
    things: [],
    kind: undefined,
    topic: undefined,
    isAfterStatement: false,
  };
  return parts.map((part, place) => {
    const questions = part.isTold ? [] : questionsOf(part, about);
    note(part, about);
    const isAskedOfEach = about.things.length > 2 && parts.slice(place + 1).some(({ text }) => EACH.test(text));
    return isAskedOfEach && !EACH.test(part.text) ? questions.slice(0, -about.things.length) : questions;
  });
}

function questionsOf({ text: written, place }: Part, about: About): string[] {
  const { subject } = about;
  const text = withKind(written, about);
  const lacking = subject === undefined ? undefined : forSubject(text, subject);
  if (lacking !== undefined) return [lacking];
  const isEach = EACH.test(text);
  const refers = leavesOutSubject(text);
  const isOfThings = about.things.length > 0 && (isEach || refers);
  const named = (isEach || refers) && !isOfThings && subject !== undefined ? ofThing(text, subject) : text;
  const compared = isOfThings && isEach ? undefined : comparedThings(named);
  if (compared) {
    about.things = compared.things;
    return [...compared.questions];
  }
  if (isOfThings && TOGETHER.test(text)) return [ofThing(text, listed(about.things))];
  if (isOfThings) return about.things.map((thing) => withNumber(ofThing(text, thing), thing));
  about.things = [];
  const isOpen = named === text && (place > 0 || about.isAfterStatement) && namesNothing(text);
  return [isOpen && about.topic !== undefined ? `${text.replace(/[?.!\s]+$/, '')} (${about.topic})?` : named];
}

function withKind(text: string, { things, kind }: About): string {
  const whole = things.length > 0 ? `of ${listed(things)}` : kind;
  return whole === undefined ? text : text.replace(WHICH_OF, (_, which: string) => `${which} ${whole}`);
}

const listed = (things: readonly string[]) => `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;

function ownSubject(text: string, isTold: boolean, refers: boolean): string | undefined {
  if (isTold) return subjectOfStatement(text);
  return refers ? actorOf(text) : subjectOf(text);
}

/** Keeps what later parts may mean. */
function note({ text, isTold, place }: Part, about: About): void {
  const refers = leavesOutSubject(text) || EACH.test(text);
  about.kind = KIND.exec(text)?.[1]?.trim() ?? about.kind;
  const event = eventOf(text);
  if (event !== undefined) {
    Object.assign(about, { topic: event, subject: undefined, isAfterStatement: false });
    return;
  }
  const own = ownSubject(text, isTold, refers);
  if (place === 0) {
    about.topic = about.things.length > 1 ? listed(about.things) : (topicOf(text, own) ?? about.topic);
    about.isAfterStatement = isTold;
  }
  // A clause that names nothing is still about what its sentence began with.
  const isBeside = place > 0 && !refers && own !== undefined && namesNothing(own);
  if (!isBeside || about.subject === undefined) about.subject = own ?? about.subject;
}

function ofThing(part: string, thing: string): string {
  return EACH.test(part) ? part.replace(EACH, () => thing) : withSubject(part, thing);
}

const trimmed = (part: string) =>
  part
    .trim()
    .replace(LEADING_CONJUNCTION, '')
    .replace(/^please\s+/i, '')
    .replace(TRAILING_PREPOSITION, '');

/** A name keeps its case. */
function capitalized(question: string): string {
  return /^\p{Ll}+(?:['’]\p{Ll}+)?(?=\s)/u.test(question)
    ? question.charAt(0).toUpperCase() + question.slice(1)
    : question;
}
