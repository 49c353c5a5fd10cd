import { stemmer } from 'stemmer';
import { identifiersIn } from './identifiers.ts';
import { functionWordsOf, languageOf } from './languages/language-of.ts';
import { isStopWord, wordsOf } from './words.ts';

/** In UTF-16 units. The rest of a longer word is not indexed. */
export const LONGEST_TERM = 64;

/** The search terms of a text. */
export interface Terms {
  /** Stems of the words that are not stop words. */
  terms: string[];
  /** The stop words, unchanged. */
  stopWords: string[];
}

/** The terms of a text in its order, with repetitions. */
export function termsOf(text: string): Terms {
  const { terms, stopWords } = termsOfWords(wordsOf(text));
  return { terms: [...terms, ...identifierTerms(text)], stopWords };
}

/** Each identifier as a whole, and the parts of identifiers in camel case. */
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

/** The content words of a query in its order, with repetitions. A query of function words alone keeps them. */
function contentWords(query: string): string[] {
  const words = wordsOf(query);
  const functionWords = functionWordsOf(languageOf(words));
  const content = words.filter((word) => !isStopWord(word));
  const ofSubject = content.filter((word) => !functionWords.has(word));
  return ofSubject.length > 0 ? ofSubject : content;
}

/** The search terms of the function words of a query's language, without the stop words of all languages. */
export function functionTerms(query: string): ReadonlySet<string> {
  return new Set(Array.from(functionWordsOf(languageOf(wordsOf(query))), stemOf));
}

/** The stems of a query's content words in its order, with repetitions. */
export function queryStems(query: string): string[] {
  return contentWords(query).map((word) => stemmer(word));
}

// The time of a query grows with its words: 8 KiB of distinct words take 70 ms, 64 words about 5 ms.
const MAX_QUERY_WORDS = 64;

/** The distinct words to search for. Stop words are searched only in a query without other words ("The Who"). */
export function queryWords(query: string): string[] {
  const content = contentWords(query);
  return [...new Set(content.length > 0 ? content : wordsOf(query))].slice(0, MAX_QUERY_WORDS);
}

/** The distinct search terms: stems and identifiers, or the stop words of a query without other words. */
export function queryTerms(query: string): Terms {
  const { terms, stopWords } = termsOf(query);
  if (terms.length > 0) return { terms: [...new Set(terms)].slice(0, MAX_QUERY_WORDS), stopWords: [] };
  return { terms, stopWords: [...new Set(stopWords)].slice(0, MAX_QUERY_WORDS) };
}

// A function word says nothing about the subject, but passages in the language of the query hold more of them.
const FUNCTION_WORD_WEIGHT = 0.7;

/** The weight of each search term: higher for a repeated term, lower for a function word of the query's language. */
export function termWeights(query: string): Map<string, number> {
  const subject = subjectWeights(query);
  const weights = weightsOf(termsOf(query).terms);
  for (const [term, weight] of weights) if (!subject.has(term)) weights.set(term, FUNCTION_WORD_WEIGHT * weight);
  return weights;
}

/** The weights of a query's terms without its function words. */
export function subjectWeights(query: string): Map<string, number> {
  return weightsOf([...contentWords(query).map(stemOf), ...identifierTerms(query)]);
}

function weightsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = Array.from(counts, ([term, count]): [string, number] => [term, 1 + Math.log(count)]);
  return new Map(weights.slice(0, MAX_QUERY_WORDS));
}

/** The terms of required or excluded words. Stop words are left out unless all words are stop words. */
export function wantedTerms(foldedWords: readonly string[]): Terms {
  const { terms, stopWords } = termsOfWords(foldedWords);
  return terms.length > 0 ? { terms: [...new Set(terms)], stopWords: [] } : { terms, stopWords };
}
