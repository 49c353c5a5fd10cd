import { namesIn } from '../../text/facts.ts';
import { identifiersIn } from '../../text/identifiers.ts';
import { wordsOf, isStopWord } from '../../text/words.ts';

// English alone: a question in another language keeps its words.
const THING =
  '(?:one|option|setting|parameter|command|function|method|feature|tool|thing|type|approach|value|file|place|event)s?';
const POINTS_BACK = new RegExp(
  String.raw`\b(?:it|they|them|(?:this|that|these|those)(?:\s+${THING}\b|(?=\s*(?:[?.!,;]|$))))(?!['’]s\b)`,
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

/** The question with its subject in the place of pronouns. */
export function withSubject(question: string, subject: string): string {
  const about = ABOUT.exec(question);
  if (about) return `What about ${question.slice(about[0].length).replace(/[?.!\s]+$/, '')} of ${subject}?`;
  const [, place] = PLACE.exec(subject) ?? [];
  if (THERE.test(question)) return question.replace(THERE, () => `in ${place ?? subject}`);
  const owner = subject.endsWith('s') ? `${subject}'` : `${subject}'s`;
  const named = question.replaceAll(OWNS, () => owner).replaceAll(PERSON, () => subject);
  return withoutEmptyIt(named)
    .replaceAll(POINTS_BACK, () => subject)
    .replace(EMPTY, 'it');
}

const FRAME =
  /^(?:please\s+)?(?:tell me|explain|describe|show|list|name|find|compare|outline|summari[sz]e)?\s*(?:(?:which|what|who|whom|whose|when|where|why|how)(?:['’]s)?\b(?:\s+(?:many|much|long|big|large|old|often|far|fast|deep|high))?)?\s*(?:(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|to|happens? (?:during|when|if|to|after|with))\b)?\s*/i;
/** What is asked of the subject, and no part of it. */
const ASPECT =
  /^(?:new\s+in\s+|(?:the|a|an)\s+(?:(?:\p{Ll}+\s+){0,2}(?:way|method|steps|command|process)\s+(?:to|of|for)\s+|(?:pros and cons|(?:dis)?advantages(?: and (?:dis)?advantages)?|benefits|drawbacks|dangers|risks|likely reasons|(?:main |key )?differences?)\s+(?:of|between)\s+(?:the\s+)?))/iu;
const DOER = /^(?:i|you|we|one|someone|people|there)\s+/i;
// `Set up replication`: a verb and its particle.
const ACTION = /^\S+\s+(?:(?:up|out|off|on|down|away|back|over)\s+)?/i;
const PHRASE = /\b(?:the|a|an|all)\s+[\p{L}\p{N}].*$/iu;
/** `Git's garbage collection works`: a thing of what is named. */
const OWNED = /^\p{Lu}[\p{L}\p{N}.-]*['’]s\s+\p{Ll}+(?:\s+\p{Ll}+)?/u;
const NAME_FIRST = /^(?:\p{Lu}[\p{L}\p{N}.'’-]*\s?)+(?=\s?\p{Ll})/u;
const TAIL =
  /\s+(?:(?:be|been|being)\s+)?(?:\p{Ll}+ed|built|made|born|found|mean|means|work|works|do|does|differ|happen|happens|take|takes|use|used|begin|began|start|end)\b.*$/u;
const MOST_WORDS = 8;
const MOST_NAMES = 2;
// A longer phrase ends before what says how and from where.
const CIRCUMSTANCE = /\s+(?:from|to|into|with|without|using|than|so)\s.*$/u;
const ADDITION =
  /\s+(?:(?:instead of|rather than)\s.*|(?:that|which|who)(?:['’]s)?(?:\s.*)?|\p{Ll}+ly|and|or|good for)$/u;
const FUNCTION_WORD =
  '(?:a|an|the|when|how|what|if|whether|to|in|on|at|for|with|from|about|into|as|my|your|it|that|this|them|us|me|you)';
/** `How does a weir hold water`, `how do replication slots prevent that`: what stands between the auxiliary and its verb. */
const ACTOR = new RegExp(
  String.raw`\b(?:do|does|did)\s+(?!(?:i|you|we|one|it|they|he|she|someone|somebody|anyone|people|others|a|an|the)\b)((?:[\p{L}\p{N}_.'’-]{1,60}\s+){1,4}?)\p{Ll}{2,60}\s+${FUNCTION_WORD}\b`,
  'iu',
);

/** What a question says to act, in its own words: `replication slots` of `how do replication slots prevent that`. */
export const actorOf = (question: string): string | undefined => ACTOR.exec(question)?.[1]?.trim();

/** The subject of a question in its own words: its names, else the object that it asks about. Undefined if neither is recognized. */
export function subjectOf(question: string): string | undefined {
  const bare = question.replace(/[?.!\s]+$/, '');
  const names = [...new Set(identifiersIn(bare).flatMap(({ name }) => (name === '' ? [] : [asWritten(bare, name)])))];
  if (names.length > 0) return names.slice(0, MOST_NAMES).join(' and ');
  const actor = actorOf(bare);
  if (actor !== undefined) return actor;
  const rest = bare.replace(FRAME, '').replace(DOER, '').replace(ASPECT, '');
  const phrase =
    PHRASE.exec(rest)?.[0] ??
    OWNED.exec(rest)?.[0] ??
    NAME_FIRST.exec(rest)?.[0] ??
    (DOER.test(bare.replace(FRAME, '')) ? rest.replace(ACTION, '') : rest);
  const whole =
    phrase
      .replace(TAIL, '')
      .split(/,|;|\s(?:and|or|but|when|if|while|because)\s/)[0]
      ?.trim() ?? '';
  const named = whole.replace(ADDITION, '');
  const subject = named.split(/\s+/).length > MOST_WORDS ? named.replace(CIRCUMSTANCE, '') : named;
  const words = wordsOf(subject).filter((word) => !isStopWord(word));
  const [name] = namesAsWritten(bare);
  if (words.length === 0 || /^(?:and|or|one)\b/i.test(subject) || subject.split(/\s+/).length > MOST_WORDS) return name;
  return name === undefined || /\p{Lu}/u.test(subject) ? subject : `${subject} of ${name}`;
}

/** The object of a statement: `idle sessions` of `we keep seeing idle sessions`. */
const OBJECT = /^.*\b(?:\p{Ll}{2,30}ing|have|has|had|get|got|see|use|need|want)\s+(?!to\b)([^,;.?!]{3,100})$/u;

/** What a statement before the questions is about: its first phrase with an article, else what stands behind its verb. */
export function subjectOfStatement(statement: string): string | undefined {
  const bare = statement.replace(/[?.!\s]+$/, '');
  const object = /\b(?:a|an|the)\s/iu.test(bare) ? undefined : OBJECT.exec(bare)?.[1];
  return object === undefined || object.split(/\s+/).length > MOST_WORDS ? subjectOf(bare) : object.trim();
}

/** What happens when something does: the later `that` of a text means the event, which is no subject. */
const EVENT = /^(?:what|which\s+\p{L}+)\s+happens?\s+(?:when|if)\s+([^,;?]{3,100})/iu;

export const eventOf = (question: string): string | undefined => EVENT.exec(question)?.[1]?.trim();

/**
 * What a text is about, for its clauses that name nothing themselves: its subject, with a name that the text gives.
 * Undefined without a name or a term that stands like one, without an article: a search would find anything.
 */
export function topicOf(text: string, subject: string | undefined): string | undefined {
  const unframed = text.replace(FRAME, '').replace(/^(?:my|our)\s/i, '');
  const name = namesAsWritten(`. ${unframed}`).find((one) => one !== 'I');
  if (subject === undefined) return name;
  if (name === undefined) return /^(?:the|a|an)\s/i.test(subject) && !hasIdentifier(subject) ? undefined : subject;
  return subject.includes(name) || hasIdentifier(subject) ? subject : `${subject} in ${name}`;
}

const hasIdentifier = (text: string) => identifiersIn(text).some(({ name }) => name !== '');

const MOST_TELLING = 6;

/** Whether a clause names nothing by which a search could tell what it is about: `what are the drawbacks`. */
export function namesNothing(clause: string): boolean {
  if (namesAsWritten(clause).length > 0 || hasIdentifier(clause)) return false;
  return wordsOf(clause).filter((word) => !isStopWord(word)).length <= MOST_TELLING;
}

const namesAsWritten = (text: string) =>
  namesIn(text).flatMap((words) => {
    // A pronoun in capitals.
    if (words.join(' ') === 'i') return [];
    const at = text.toLowerCase().indexOf(words.join(' '));
    return at < 0 ? [] : [text.slice(at, at + words.join(' ').length).replace(/['’]s$/, '')];
  });

const asWritten = (text: string, name: string) => {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  return text.slice(at, at + name.length);
};
