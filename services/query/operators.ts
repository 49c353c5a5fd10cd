import { fold, wordsOf } from '../text/words.ts';
import { queryWords } from '../text/terms.ts';

/** A query with its operators: `"exact phrases"` and `-word`. */
export interface ParsedQuery {
  /** The words to search for, including those of the phrases. */
  text: string;
  /** Each phrase as its folded words, which must be adjacent. */
  phrases: string[][];
  /** Folded words that a document must not contain. */
  excluded: string[];
}

const PHRASE = /["“”„«]([^"“”„«»]+)["“”»]/gu;
// Only a whole word of two letters or more: "state-of-the-art" excludes nothing, "-5" is a number, "-S" an option.
const EXCLUDED = /(?<=^|\s)-(\p{L}[\p{L}\p{M}\p{N}]+)(?=\s|$)/gu;

// Each is a separate query of the index; further phrases are only words.
const MOST_PHRASES = 8;
const MOST_EXCLUDED = 16;

// Beyond this many other words, quotation marks quote: a pasted paragraph does not require its quotations literally.
const MOST_WORDS_BESIDE_OPERATORS = 6;

/** Parses the operators of a query. All other input is text; no query is invalid. */
export function parseQuery(query: string): ParsedQuery {
  const phrases = distinct(Array.from(query.matchAll(PHRASE), ([, words = '']) => wordsOf(words))).slice(
    0,
    MOST_PHRASES,
  );
  const withoutPhrases = query.replaceAll(PHRASE, ' ');
  const excluded = [...new Set(Array.from(withoutPhrases.matchAll(EXCLUDED), ([, word = '']) => fold(word)))].slice(
    0,
    MOST_EXCLUDED,
  );
  const words = withoutPhrases.replaceAll(EXCLUDED, ' ').trim();
  const isProse = queryWords(words).length > MOST_WORDS_BESIDE_OPERATORS;
  if (isProse || (phrases.length === 0 && excluded.length === 0)) return { text: query, phrases: [], excluded: [] };
  return { text: [words, ...phrases.map((phrase) => phrase.join(' '))].filter(Boolean).join(' '), phrases, excluded };
}

function distinct(phrases: readonly string[][]): string[][] {
  const byWords = new Map(phrases.map((words) => [words.join(' '), words]));
  byWords.delete('');
  return [...byWords.values()];
}

export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true;
  const words = ` ${wordsOf(text).join(' ')} `;
  return phrases.every((phrase) => words.includes(` ${phrase.join(' ')} `));
}

export function hasAnyWord(text: string, excluded: readonly string[]): boolean {
  if (excluded.length === 0) return false;
  const words = new Set(wordsOf(text));
  return excluded.some((word) => words.has(word));
}
