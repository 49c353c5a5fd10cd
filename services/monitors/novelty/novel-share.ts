import { sentencesOf } from '../../answer/sentences.ts';
import { wordsOf } from '../../index/words.ts';
import { isCommonPhrase } from './common-phrases.ts';
import { phraseHash } from './phrases.ts';

// "Not so." says nothing that could be new.
const FEWEST_WORDS = 4;
// A sentence of which less was written in this order before is novel; one with a word changed here and there is not.
const KNOWN_FROM = 0.3;

/** Below it a text is a reprint, below the other an update of what was delivered. @see decisions.md 8 */
export const REPRINT_BELOW = 0.02;
export const UPDATE_BELOW = 0.6;

/** Every two words that follow each other in a text. */
export function wordPairsOf(text: string): Set<string> {
  return new Set(pairs(wordsOf(text)));
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** What a text says, sentence by sentence: every two words that follow each other. Boilerplate is left out. */
export type Said = readonly string[][];

/** @param isBoilerplate of the hash of a sentence's words */
export function saidIn(text: string, isBoilerplate: (phrase: number) => boolean): Said {
  return sentencesOf(text)
    .map((sentence) => wordsOf(sentence))
    .filter((words) => words.length >= FEWEST_WORDS && !isCommonPhrase(words) && !isBoilerplate(phraseHash(words)))
    .map(pairs);
}

/**
 * How much of a text is in sentences that none of the known texts has, by words, 0 to 1. Sentences that are changed in a
 * word or stand in another place are known ones.
 *
 * @param known word pairs of the texts that were delivered
 */
export function novelShare(said: Said, known: ReadonlyArray<ReadonlySet<string>>): number {
  let novel = 0;
  let all = 0;
  for (const sentence of said) {
    const words = sentence.length + 1;
    const before = sentence.filter((pair) => known.some((one) => one.has(pair))).length;
    all += words;
    if (before < sentence.length * KNOWN_FROM) novel += words;
  }
  return all === 0 ? 0 : novel / all;
}
