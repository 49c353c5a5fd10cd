import { sentencesOf } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { hashOf } from './min-hash.ts';

// What every page of a site says beside its text is said in short sentences.
const LONGEST_WORDS = 12;
// At either end of a text: what stands in its middle is the text.
const SENTENCES_AT_AN_END = 6;

/** The words of a sentence as one number; figures are all the same: "4 min read" is "7 min read". */
export function phraseHash(words: readonly string[]): number {
  return hashOf(words.join(' ').replaceAll(/\p{N}+/gu, '0')) | 0;
}

/** Hashes of the short sentences with which a text begins and ends. */
export function phrasesOf(text: string): number[] {
  const sentences = sentencesOf(text);
  const ends =
    sentences.length <= 2 * SENTENCES_AT_AN_END
      ? sentences
      : [...sentences.slice(0, SENTENCES_AT_AN_END), ...sentences.slice(-SENTENCES_AT_AN_END)];
  const short = ends
    .map((sentence) => wordsOf(sentence))
    .filter((words) => words.length > 0 && words.length <= LONGEST_WORDS);
  return [...new Set(short.map(phraseHash))];
}
