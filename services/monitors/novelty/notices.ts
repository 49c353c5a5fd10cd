import { isStopWord, stemsOf, wordsOf } from '../../text/words.ts';
import { isFigure } from './figures.ts';
import { speechOf, type Speech } from './speech.ts';
import { isStamp } from './timestamps.ts';

/** A sentence as its text writes it, with the folded words that it is compared by. */
export interface WrittenSentence {
  written: string;
  words: readonly string[];
  /** Whether it ends without a full stop. */
  isLine: boolean;
}

/** The properties of a text that distinguish its sentences from notices beside it. */
export interface Subject {
  speech: Speech | undefined;
  /** Whether the text itself addresses its reader, as guides and letters do. */
  isAddressing: boolean;
  /** False for a list or a table, where a further line adds content. */
  isProse: boolean;
  stems: ReadonlySet<string>;
}

// Sentences of a text that addresses its reader.
const ADDRESSING_FROM = 0.2;

/**
 * @param body the sentences of a text that its originals contain
 * @param known `wordPairsOf` of each original
 */
export function subjectOf(body: readonly WrittenSentence[], known: ReadonlyArray<ReadonlySet<string>>): Subject {
  const speech = speechOf(body.flatMap(({ words }) => words));
  const addressing = body.filter(({ written }) => speech && isAddress(written, speech)).length;
  const words = new Set(known.flatMap((one) => [...one].flatMap((pair) => pair.split(' '))));
  return {
    speech,
    isAddressing: addressing >= ADDRESSING_FROM * body.length,
    isProse: body.filter(({ isLine }) => isLine).length < body.length / 2,
    stems: new Set(stemsOf([...words].join(' '))),
  };
}

const LONGEST_LABEL = 14;
// A sentence with this share of the text's telling words is about the text's subject.
const ABOUT_FROM = 0.5;

/** Whether a sentence addresses the site's reader, or is about the page itself, its makers or its rights. */
export function isNotice(sentence: WrittenSentence, subject: Subject): boolean {
  const { written } = sentence;
  const { speech, isAddressing } = subject;
  if (speech?.itself.test(written) === true || /©|\bcopyright\b/i.test(written)) return true;
  if (!speech || aboutShare(sentence, subject) >= ABOUT_FROM) return false;
  return (!isAddressing && isAddress(written, speech)) || isOfPublishing(sentence, speech, subject);
}

/** Whether a sentence labels what stands beside it: a heading, a time of publication, a credit or a link. */
export function isLabel(sentence: WrittenSentence, subject: Subject): boolean {
  const { written, words } = sentence;
  if (isStamp(written)) return true;
  if (words.some(isFigure) || ITEM.test(written) || !subject.isProse) return false;
  const isOpen = !/[.!?…。！？]["'”’»)\]]{0,3}$/.test(written);
  if (isOpen && (/^#{1,6}\s/.test(written) || (words.length <= LONGEST_LABEL && !mayBeFact(sentence, subject))))
    return true;
  return (isOpen || /^[([].*[)\]][.!?]{0,2}$/.test(written)) && isCredit(sentence, subject);
}

const QUOTATION = /["“”„«»「」]/;

function isAddress(written: string, { address, reported }: Speech): boolean {
  return !QUOTATION.test(written) && !reported.test(written) && address.test(written);
}

/**
 * Share of a sentence's telling words that its original contains; publishing words in the original do not count. In
 * German, nouns identify a sentence's subject.
 */
function aboutShare({ written, words }: WrittenSentence, { speech, stems }: Subject): number {
  const nouns = speech?.areCapitalsNames === false ? wordsOf(capitalized(written).join(' ')) : words;
  const telling = nouns.filter((word) => !isStopWord(word) && speech?.frequent.has(word) !== true);
  const isOfSubject = (word: string) =>
    !speech?.publishing.has(word) && !speech?.openings.has(word) && stemsOf(word).every((stem) => stems.has(stem));
  return telling.filter(isOfSubject).length / Math.max(telling.length, 1);
}

const lettersOf = (written: string) => written.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
const capitalized = (written: string) => lettersOf(written).filter((word) => /^\p{Lu}/u.test(word));

// Share of capitalized words in credits, such as "Reporting by Ann Doe in London; editing by John Roe".
const CREDIT_FROM = 0.55;
const ITEM = /^\s*(?:[-*+•|]|\d+[.)])\s/;

function isCredit({ written, words }: WrittenSentence, { speech }: Subject): boolean {
  const isOfTrade = words.some((word) => speech?.publishing.has(word)) && speech?.statement.test(written) === false;
  return isOfTrade || capitalized(written).length >= CREDIT_FROM * lettersOf(written).length;
}

// Longer sentences with a publishing word may be news about publishing.
const LONGEST_OF_PUBLISHING = 14;

/** "All rights reserved", "Read the full story in The Tideline": not a statement. */
function isOfPublishing(sentence: WrittenSentence, speech: Speech, subject: Subject): boolean {
  const { written, words } = sentence;
  if (words.length > LONGEST_OF_PUBLISHING || speech.statement.test(written) || mayBeFact(sentence, subject))
    return false;
  if (speech.openings.has(words[0] ?? '')) return true;
  return words.some((word) => speech.publishing.has(word)) && !hasNewNames(written, subject);
}

const FACT_ABOUT_FROM = 0.34;

/** Whether a sentence has figures, reported speech, or words of the subject. */
export function mayBeFact(sentence: WrittenSentence, subject: Subject): boolean {
  const { written, words } = sentence;
  const { speech } = subject;
  if (!speech || ITEM.test(written) || words.some(isFigure)) return true;
  return QUOTATION.test(written) || speech.reported.test(written) || aboutShare(sentence, subject) >= FACT_ABOUT_FROM;
}

/** Whether a sentence contains names that its original lacks. Beginnings of its parts do not count. */
export function hasNewNames(written: string, { speech, stems }: Subject): boolean {
  if (speech?.areCapitalsNames !== true) return false;
  const names = written.split(/[.!?:]\s/).flatMap((part) => capitalized(lettersOf(part).slice(1).join(' ')));
  return !names.every((name) => stemsOf(name).every((stem) => stems.has(stem)));
}
