import { namesIn } from '../../text/names.ts';
import { identifiersIn } from '../../text/identifiers.ts';
import { wordsOf, isStopWord } from '../../text/words.ts';

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
const NAME_FIRST = /^(?:\p{Lu}[\p{L}\p{N}.'’-]*\s)+(?=\p{Ll})/u;
const TAIL =
  /\s+(?:(?:be|been|being)\s+)?(?:\p{Ll}+ed|built|done|made|born|found|mean|means|work|works|do|does|differ|happen|happens|take|takes|use|used|begin|began|start|end|matter|matters|(?:do|does|should|can|could|would|will|must|is|are|has|have)\s+(?:[Ii]|you|we|one|it|they)\b)(?:\s.*)?$/u;
/** An article and the word behind it, which no verb is: `a materialized` of `a materialized view`. */
const ARTICLE_AND_WORD = /^(?:the|a|an|all)\s+\S+/iu;
/** `data types exist for JSON`, `search is done in Kelmar`: a verb before the place or the purpose of a thing. */
const VERB_BEFORE_PLACE = /\s(?:(?:is|are)\s+)?(?:exists?|done|there)\s+(?=(?:for|in|on|of)\s)/iu;
/** What is told of the thing behind it: `the price of support`. */
const ATTRIBUTE =
  /^the\s+(?:price|cost|default|purpose|size|length|limit|value|number|amount|date|age|height|weight|name|meaning|role|effect|syntax|format)s?(?:\s+values?)?\s+of\s+/iu;
const MOST_WORDS = 8;
const MOST_NAMES = 2;
// A longer phrase ends before what says how and from where.
const CIRCUMSTANCE = /\s+(?:from|to|into|with|without|using|than|so)\s.*$/u;
const ADDITION =
  /\s+(?:(?:instead of|rather than)\s.*|(?:that|which|who)(?:['’]s)?(?:\s.*)?|\p{Ll}+ly|and|or|good for)$/u;
const FUNCTION_WORD =
  '(?:a|an|the|when|how|what|which|who|where|why|if|whether|to|in|on|at|for|with|from|about|into|as|my|your|it|that|this|them|us|me|you)';
const TAKES_OBJECT =
  'allocate|check|choose|compress|compute|create|decide|detect|encrypt|find|handle|index|keep|manage|merge|process|protect|rank|read|represent|resolve|schedule|select|send|store|take|track|use|write';
const ACTOR = String.raw`\b(?:do|does|did)\s+(?!(?:[Ii]|you|we|one|it|they|he|she|someone|somebody|anyone|people|others|a|an|the)\b)((?:[\p{L}\p{N}_.'’-]{1,60}\s+){1,4}?)`;
/** `How do replication slots prevent that`: what stands between the auxiliary and its verb. */
const ACTS = new RegExp(String.raw`${ACTOR}\p{Ll}{2,60}\s+${FUNCTION_WORD}\b`, 'iu');
/** `How does systemd manage services`: the same before a verb with its object. */
const ACTS_ON = new RegExp(
  String.raw`\b[Hh]ow\s+${ACTOR}(?:\p{Ll}{2,60}\s+|(?:${TAKES_OBJECT})\s+\p{Ll}+\s+)(\p{Ll}+s)[?.!\s]*$`,
  'u',
);

/** What a question says to act, in its own words: `replication slots` of `how do replication slots prevent that`. */
export const actorOf = (question: string): string | undefined =>
  (ACTS.exec(question) ?? ACTS_ON.exec(question))?.[1]?.trim();

/** What it acts on: `systemd services` of `how does systemd manage services`. */
export function objectOf(question: string): string | undefined {
  const [, actor, object] = ACTS_ON.exec(question) ?? [];
  return object === undefined ? undefined : `${actor?.trim()} ${object}`;
}

/** The subject of a question in its own words: its names, else the object that it asks about. Undefined if neither is recognized. */
export function subjectOf(question: string): string | undefined {
  const bare = question.replace(/[?.!\s]+$/, '');
  const names = [...new Set(identifiersIn(bare).flatMap(({ name }) => (name === '' ? [] : [asWritten(bare, name)])))];
  if (names.length > 0) return names.slice(0, MOST_NAMES).join(' and ');
  const actor = actorOf(bare);
  if (actor !== undefined) return actor;
  const offered = offeredBy(bare);
  if (offered !== undefined) return offered;
  const rest = bare.replace(VERB_BEFORE_PLACE, ' ').replace(FRAME, '').replace(DOER, '').replace(ASPECT, '');
  const phrase =
    PHRASE.exec(rest)?.[0] ??
    OWNED.exec(rest)?.[0] ??
    NAME_FIRST.exec(rest)?.[0] ??
    (DOER.test(bare.replace(FRAME, '')) ? rest.replace(ACTION, '') : rest);
  const whole =
    withoutTail(phrase.replace(ATTRIBUTE, ''))
      .split(/,|;|\s(?:and|or|but|when|if|while|because)\s/)[0]
      ?.trim() ?? '';
  const named = whole.replace(ADDITION, '');
  const subject = named.split(/\s+/).length > MOST_WORDS ? named.replace(CIRCUMSTANCE, '') : named;
  const words = wordsOf(subject).filter((word) => !isStopWord(word));
  const [name] = namesAsWritten(bare);
  if (words.length === 0 || /^(?:and|or|one)\b/i.test(subject) || subject.split(/\s+/).length > MOST_WORDS) return name;
  return name === undefined || /\p{Lu}/u.test(subject) ? subject : `${subject} of ${name}`;
}

function withoutTail(phrase: string): string {
  const [head = ''] = ARTICLE_AND_WORD.exec(phrase) ?? [];
  return head + phrase.slice(head.length).replace(TAIL, '');
}

/** `Does PostgreSQL support upsert`: what is asked about, with what may offer it. */
const OFFERED =
  /^(?:do|does|did|can|could|has|have)\s+(\p{Lu}[\p{L}\p{N}.-]*(?:\s\p{Lu}[\p{L}\p{N}.-]*)*)\s+(?:support|have|offer|provide|include|allow)s?\s+((?:\S+\s?){1,5})$/iu;

function offeredBy(question: string): string | undefined {
  const [, name = '', thing] = OFFERED.exec(question) ?? [];
  return thing === undefined || !/^\p{Lu}/u.test(name) ? undefined : `${thing.trim()} in ${name}`;
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
 * Undefined for one word with an article of which the text does not ask what it is: a search for it would find anything.
 */
export function topicOf(text: string, subject: string | undefined): string | undefined {
  const [, decided] = DECIDES.exec(text) ?? [];
  if (decided !== undefined) return decided;
  const unframed = text.replace(FRAME, '').replace(/^(?:my|our)\s/i, '');
  const name = namesAsWritten(`. ${unframed}`).find((one) => one !== 'I');
  if (subject === undefined) return name;
  if (name === undefined) return isTelling(subject) || WHAT_IS.test(text) ? subject.replace(ARTICLE, '') : undefined;
  return subject.includes(name) || hasIdentifier(subject) ? subject : `${subject} in ${name}`;
}

const ARTICLE = /^(?:the|a|an)\s+/i;
/** `How does git decide what is a rename`: a later clause may ask about what is decided. */
const DECIDES =
  /^how\s+(?:do|does|did)\s+(.{3,100}?\b(?:decide|detect|determine|find out|know|tell)\s+(?:how|if|what|when|whether|which|who)\b.{3,100}?)[?.!\s]*$/iu;
/** Its subject is what the text is about, however common its word. */
const WHAT_IS = /^what\s+(?:is|are)\b/i;

/** Whether a subject says enough to be searched for: two words, a name, or a word without an article. */
function isTelling(subject: string): boolean {
  const words = wordsOf(subject).filter((word) => !isStopWord(word));
  return !ARTICLE.test(subject) || words.length > 1 || hasIdentifier(subject);
}

const hasIdentifier = (text: string) => identifiersIn(text).some(({ name }) => name !== '');

const ASPECTS =
  'limitations|limits|restrictions|drawbacks|downsides|disadvantages|advantages|benefits|pros and cons|risks|dangers|pitfalls|caveats|costs|options|alternatives|trade-?offs|requirements|prerequisites|steps|consequences|side effects|exceptions|rules|causes|reasons|problems|use cases|differences';
const ASPECT_ALONE = new RegExp(
  String.raw`^(?:(?:and\s+)?(?:what|which|compare|list|explain|describe|name|are)\s+(?:(?:are|is|the|any|other|main|possible|typical|usual|there)\s+)*(?:${ASPECTS})(?:\s+(?:are there|exist|matter|apply))?|what (?:else )?(?:can|could|may|might) go wrong)[?.!\s]*$`,
  'i',
);

/** Whether a question asks for an aspect of something, and does not say of what: `what are the limitations`. */
export const asksAspect = (question: string): boolean => ASPECT_ALONE.test(question);

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
