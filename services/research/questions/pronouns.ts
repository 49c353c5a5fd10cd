import { addTopic } from '../../query/added-topic.ts';
import { isPlural } from '../../query/compared-sides.ts';

// English alone: a question in another language keeps its words.
const THING =
  '(?:one|option|setting|parameter|command|function|method|feature|tool|thing|type|approach|value|file|place|event)s?';
// `Create one`: one of the kind that was named.
const ONE = String.raw`(?<=\b(?:create|make|use|add|write|build|define|get|remove|drop|delete|choose|need|open|configure|enable|install)\s)one(?!\s+(?:of|or|more|that|which)\b)`;
const ONLY_ONE = new RegExp(ONE, 'i');
const POINTS_BACK = new RegExp(
  String.raw`\b(?:it|they|them|${ONE}|(?:this|that|these|those)(?:\s+${THING}\b|(?=\s*(?:[?.!,;]|$))))(?!['’]s\b)`,
  'gi',
);
const OWNS = /\b(?:its|their|his|her)\b(?=\s+\p{L})/giu;
const PERSON = /\b(?:he|she|him)\b/gi;
/** `Is it possible`, `how long does it take to`: this one names nothing. */
const EMPTY_IT =
  /\bit\s+(?:take|takes|took|cost|costs)\b(?=.*\bto\b)|\b(?:is|was|would|could)\s+it\s+(?:possible|better|worth|safe|necessary|true|legal|allowed)\b(?=\s+\p{L})|\bit\s+(?:is|was)\s+(?:possible|better|worth|safe|necessary|true)\b/iu;
// Stands for such a word while the others are replaced.
const EMPTY = '\u{E000}';
const ABOUT = /^(?:and\s+)?(?:what|how)\s+about\b\s*/i;

const THERE = /(?<!\b(?:is|are|was|were|be)\s)\bthere\b(?=\s*(?:[?.!,]|$))/i;
const PLACE = /\bin\s+((?:the\s+)?\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*)/u;

/** `Which settings are needed`: for what, the question before says. */
const FOR_WHAT =
  /^(?:which|what)\s+(?:\p{Ll}+\s+){1,2}(?:is|are|was|were|do you|do i|does one)\s+(?:\p{Ll}+ed|available|necessary|possible|there|need|use)$/u;

/** The question with its subject, where it leaves out for what it asks; undefined for other questions. */
export function forSubject(question: string, subject: string): string | undefined {
  const bare = question.replace(/[?.!\s]+$/, '');
  return FOR_WHAT.test(bare.charAt(0).toLowerCase() + bare.slice(1)) ? `${bare} for ${subject}?` : undefined;
}

/** `what has my program to do when it starts`: the pronoun means what the clause itself names. */
const OWN_ANTECEDENT =
  /\b(?:my|our|your|a|an)\s+\p{L}.*\b(?:when|if|while|because|until|after|before|once)\s+(?:it|they)\b/iu;

/** Whether a question names what it is about by a pronoun only, or leaves it out. */
export function leavesOutSubject(question: string): boolean {
  if (OWN_ANTECEDENT.test(question)) return false;
  if (ABOUT.test(question) || THERE.test(question)) return true;
  if (OWNS.test(reset(OWNS, question)) || PERSON.test(reset(PERSON, question))) return true;
  return POINTS_BACK.test(reset(POINTS_BACK, withoutEmptyIt(question)));
}

const withoutEmptyIt = (question: string) => question.replace(EMPTY_IT, (found) => found.replace(/\bit\b/i, EMPTY));

/** The expressions are global for `replaceAll`; a test of one begins at its start. */
function reset(pattern: RegExp, text: string): string {
  pattern.lastIndex = 0;
  return text;
}

/** `How do I create one`, of something that acts on things: one of these things. */
export function withObject(question: string, object: string | undefined): string {
  return object === undefined ? question : question.replace(ONLY_ONE, () => object);
}

/** `What are its pitfalls`: a noun of the subject, which reads better before it. */
const NOUN_OF =
  /^((?:what|which)\s+(?:is|are|was|were)\s+)(?:its|their|his|her)\s+((?:(?!(?:in|on|at|for|of|to|by|from|with|when|if|and|or)\b)\p{L}[\p{L}-]*\s?){1,3}(?:(?:and|or)\s\p{L}[\p{L}-]*)?)[?.!\s]*$/iu;

const OF_THEM = /\bof\s+(?:them|these|those)\b/i;
const IS_DEFINITE = /^(?:the|these|those|my|our|your|all)\s/i;

/** Several things with their article: `the git hooks`. One thing or a name stays as it is. */
export const definite = (things: string): string =>
  isPlural(things) && !IS_DEFINITE.test(things) && !/^\p{Lu}/u.test(things) ? `the ${things}` : things;

/** The question with its subject in the place of pronouns. */
export function withSubject(question: string, subject: string): string {
  const about = ABOUT.exec(question);
  if (about) return `What about ${question.slice(about[0].length).replace(/[?.!\s]+$/, '')} of ${subject}?`;
  const [, asks, noun] = NOUN_OF.exec(question) ?? [];
  if (noun !== undefined) return `${asks}the ${noun.trim()} of ${subject}?`;
  const [, place] = PLACE.exec(subject) ?? [];
  if (THERE.test(question)) return question.replace(THERE, () => `in ${place ?? subject}`);
  const owner = subject.endsWith('s') ? `${subject}'` : `${subject}'s`;
  const named = question.replaceAll(OWNS, () => owner).replaceAll(PERSON, () => subject);
  return withoutEmptyIt(named)
    .replace(OF_THEM, () => `of ${definite(subject)}`)
    .replaceAll(POINTS_BACK, () => subject)
    .replace(EMPTY, 'it');
}

/** `Do it in parallel`, `how long is that possible`: the pronoun means what the question before does. */
const DOES_IT = /\b(?:(?:do|doing|done)\s+(?:it|this|that|so)\b|does\s+(?:it|this|that|so)(?=[?.!\s]*$))/i;
const IS_POSSIBLE =
  /\b(?:is|was)\s+(?:it|this|that)\s+(?:possible|allowed|safe|permitted|necessary|required|reversible)\s*[?.!]*$/i;
/** What a question for a way does: `recover a branch` of `how do I recover a branch`. */
const WAY =
  /\b(?:how|where)\s+(?:do|does|can|could|should|would|to)\s+(?:(?:i|you|we|one)\s+)?(\p{Ll}+\s.{3,120}?)[?.!\s]*$/iu;

/** What a question does, for a later one that only says `do it`. Undefined for one that itself says so. */
export function actionOf(question: string): string | undefined {
  return DOES_IT.test(question) ? undefined : WAY.exec(question)?.[1];
}

/** The question with what it does, or before it with what it is said of; undefined if it names its own action. */
export function withAction(question: string, action: string): string | undefined {
  if (DOES_IT.test(question)) return question.replace(DOES_IT, () => action);
  return IS_POSSIBLE.test(question) ? addTopic(question, action) : undefined;
}
