import { fold, queryWords, wordsOf } from '../text/words.ts';

/** A query with what its operators ask for: `"exact phrases"` and `-word`. */
export interface ParsedQuery {
  /** The words to look for, those of the phrases among them. */
  text: string;
  /** Each the folded words that must stand together. */
  phrases: string[][];
  /** Folded words that a document must not have. */
  excluded: string[];
}

const PHRASE = /["“”„«]([^"“”„«»]+)["“”»]/gu;
// A word alone: "state-of-the-art" excludes nothing, and "-5" is a number.
const EXCLUDED = /(?<=^|\s)-(\p{L}[\p{L}\p{M}\p{N}]*)(?=\s|$)/gu;

// Each is a question of its own to the index; further ones are only words.
const MOST_PHRASES = 8;
const MOST_EXCLUDED = 16;

// With more words beside them, quotation marks quote: a pasted paragraph wants no document that holds each of its
// quotations to the letter.
const MOST_WORDS_BESIDE_OPERATORS = 6;

/** Reads the operators of a query. Everything else is text; no query is invalid. */
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
