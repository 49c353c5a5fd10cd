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
  /\bit\s+(?:take|takes|took|cost|costs)\b(?=.*\bto\b)|\b(?:is|was|would|could)\s+it\s+(?:possible|better|worth|safe|necessary|true|legal|allowed)\b|\bit\s+(?:is|was)\s+(?:possible|better|worth|safe|necessary|true)\b/i;
// Stands for such a word while the others are replaced.
const EMPTY = '\u{E000}';
const ABOUT = /^(?:and\s+)?(?:what|how)\s+about\b\s*/i;

const THERE = /(?<!\b(?:is|are|was|were|be)\s)\bthere\b(?=\s*(?:[?.!,]|$))/i;
const PLACE = /\bin\s+((?:the\s+)?\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*)/u;

/** Whether a question names what it is about by a pronoun only, or leaves it out. */
export function leavesOutSubject(question: string): boolean {
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
  /^(?:please\s+)?(?:tell me|explain|describe|show|list|name|find|summari[sz]e)?\s*(?:(?:which|what|who|whom|whose|when|where|why|how)\b(?:\s+(?:many|much|long|big|large|old|often|far|fast|deep|high))?)?\s*(?:(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|to)\b)?\s*/i;
const DOER = /^(?:i|you|we|one|someone|people|there)\s+/i;
const PHRASE = /\b(?:the|a|an|all)\s+[\p{L}\p{N}].*$/iu;
const NAME_FIRST = /^(?:\p{Lu}[\p{L}\p{N}.'’-]*\s?)+(?=\s?\p{Ll})/u;
const TAIL =
  /\s+(?:(?:be|been|being)\s+)?(?:\p{Ll}+ed|built|made|born|found|mean|means|work|works|do|does|differ|happen|happens|take|takes|use|used|begin|began|start|end)\b.*$/u;
const MOST_WORDS = 8;

/** What a question is about, in its own words: its names, else the thing that it asks of. Undefined if none can be told. */
export function subjectOf(question: string): string | undefined {
  const bare = question.replace(/[?.!\s]+$/, '');
  const names = [...new Set(identifiersIn(bare).flatMap(({ name }) => (name === '' ? [] : [asWritten(bare, name)])))];
  if (names.length > 0) return names.join(' and ');
  const rest = bare.replace(FRAME, '').replace(DOER, '');
  const phrase =
    PHRASE.exec(rest)?.[0] ??
    NAME_FIRST.exec(rest)?.[0] ??
    (DOER.test(bare.replace(FRAME, '')) ? rest.replace(/^\S+\s+/, '') : rest);
  const subject =
    phrase
      .replace(TAIL, '')
      .split(/,|;|\s(?:and|or|but|when|if|while|because)\s/)[0]
      ?.trim() ?? '';
  const words = wordsOf(subject).filter((word) => !isStopWord(word));
  const [name] = namesAsWritten(bare);
  if (words.length === 0 || subject.split(/\s+/).length > MOST_WORDS) return name;
  return name === undefined || /\p{Lu}/u.test(subject) ? subject : `${subject} of ${name}`;
}

const namesAsWritten = (text: string) =>
  namesIn(text).flatMap((words) => {
    const at = text.toLowerCase().indexOf(words.join(' '));
    return at < 0 ? [] : [text.slice(at, at + words.join(' ').length)];
  });

const asWritten = (text: string, name: string) => {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  return text.slice(at, at + name.length);
};
