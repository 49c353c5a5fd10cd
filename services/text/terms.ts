import { stemmer } from 'stemmer';
import { identifiersIn } from './identifiers.ts';
import { functionWordsOf, languageOf } from './languages/language-of.ts';
import { isStopWord, wordsOf } from './words.ts';

/** In UTF-16 units; the rest of a longer word is not searched. */
export const LONGEST_TERM = 64;

/** The search terms of a text. */
export interface Terms {
  /** Stems of the telling words. */
  terms: string[];
  /** The other words, unchanged. */
  stopWords: string[];
}

/** In order, repetitions kept. */
export function termsOf(text: string): Terms {
  const { terms, stopWords } = termsOfWords(wordsOf(text));
  return { terms: [...terms, ...identifierTerms(text)], stopWords };
}

/** Identifiers as a whole, beside their words; of those in camel case the parts. */
function identifierTerms(text: string): string[] {
  return identifiersIn(text).flatMap(({ name, parts }) => [
    ...(name === '' ? [] : [name.slice(0, LONGEST_TERM)]),
    ...termsOfWords(parts).terms,
  ]);
}

function termsOfWords(words: readonly string[]): Terms {
  return {
    terms: words.filter((word) => !isStopWord(word)).map(stemOf),
    stopWords: words.filter((word) => isStopWord(word)),
  };
}

const stemOf = (word: string) => stemmer(word).slice(0, LONGEST_TERM);

/** The telling words of a query, in order, repetitions kept: without the function words of its language beside others. */
function tellingWords(query: string): string[] {
  const words = wordsOf(query);
  const functionWords = functionWordsOf(languageOf(words));
  const telling = words.filter((word) => !isStopWord(word));
  const ofSubject = telling.filter((word) => !functionWords.has(word));
  return ofSubject.length > 0 ? ofSubject : telling;
}

/** The terms that a text has of the function words of a query's language, beside the stop words of all texts. */
export function functionTerms(query: string): ReadonlySet<string> {
  return new Set(Array.from(functionWordsOf(languageOf(wordsOf(query))), stemOf));
}

/** The stems of a query's telling words, in order, repetitions kept. */
export function queryStems(query: string): string[] {
  return tellingWords(query).map((word) => stemmer(word));
}

// The cost of a query grows with its words: 8 KiB of distinct words took 70 ms, 64 words take about 5.
const MAX_QUERY_WORDS = 64;

/** The distinct words to search for. Stop words count only in a query without other words ("The Who"). */
export function queryWords(query: string): string[] {
  const telling = tellingWords(query);
  return [...new Set(telling.length > 0 ? telling : wordsOf(query))].slice(0, MAX_QUERY_WORDS);
}

/** The distinct search terms: stems and identifiers, or stop words in a query without other words. */
export function queryTerms(query: string): Terms {
  const { terms, stopWords } = termsOf(query);
  if (terms.length > 0) return { terms: [...new Set(terms)].slice(0, MAX_QUERY_WORDS), stopWords: [] };
  return { terms, stopWords: [...new Set(stopWords)].slice(0, MAX_QUERY_WORDS) };
}

// Such words tell nothing of the subject, but passages in the language of the query have more of them than others.
const FUNCTION_WORD_WEIGHT = 0.7;

/** The weight of each search term: one that is repeated counts more, a function word of the query's language less. */
export function termWeights(query: string): Map<string, number> {
  const subject = subjectWeights(query);
  const weights = weightsOf(termsOf(query).terms);
  for (const [term, weight] of weights) if (!subject.has(term)) weights.set(term, FUNCTION_WORD_WEIGHT * weight);
  return weights;
}

/** The same without function words. */
export function subjectWeights(query: string): Map<string, number> {
  return weightsOf([...tellingWords(query).map(stemOf), ...identifierTerms(query)]);
}

function weightsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = Array.from(counts, ([term, count]): [string, number] => [term, 1 + Math.log(count)]);
  return new Map(weights.slice(0, MAX_QUERY_WORDS));
}

/** Required or excluded folded words, which are not a query: stop words are omitted beside others. */
export function wantedTerms(foldedWords: readonly string[]): Terms {
  const { terms, stopWords } = termsOfWords(foldedWords);
  return terms.length > 0 ? { terms: [...new Set(terms)], stopWords: [] } : { terms, stopWords };
}
