import { sentencesOf } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { hashOf } from './min-hash.ts';

// The sentences that a site prints beside every text are short.
const LONGEST_WORDS = 12;
// Sentences at either end of a text: its middle is never boilerplate.
const SENTENCES_AT_AN_END = 6;

/** Hash of a sentence's words with all figures equal: "4 min read" equals "7 min read". */
export function phraseHash(words: readonly string[]): number {
  return hashOf(words.join(' ').replaceAll(/\p{N}+/gu, '0')) | 0;
}

/** Hashes of the short sentences at the beginning and end of a text. */
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
