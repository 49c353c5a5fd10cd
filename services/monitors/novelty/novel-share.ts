import { sentencesOf } from '../../answer/sentences.ts';
import { wordsOf } from '../../index/words.ts';
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

/**
 * How much of a text is in sentences that none of the known texts has, by words, 0 to 1. Sentences that may be changed in
 * a word or stand in another place are known ones; boilerplate counts for neither side.
 *
 * @param known          word pairs of the texts that were delivered
 * @param isBoilerplate  of the hash of a sentence's words
 */
export function novelShare(text: string, known: ReadonlyArray<ReadonlySet<string>>, isBoilerplate: (phrase: number) => boolean): number {
  let novel = 0;
  let all = 0;
  for (const sentence of sentencesOf(text)) {
    const words = wordsOf(sentence);
    if (words.length < FEWEST_WORDS || isBoilerplate(phraseHash(words))) continue;
    all += words.length;
    const said = pairs(words);
    const before = said.filter((pair) => known.some((one) => one.has(pair))).length;
    if (before < said.length * KNOWN_FROM) novel += words.length;
  }
  return all === 0 ? 0 : novel / all;
}
