import { MAX_QUERY_BYTES } from '../../search/snippets/search-request.ts';
import type { Comparison } from '../../query/compared-things.ts';
import { comparisonIn, decompose } from '../questions/decompose.ts';
import { readLanguage } from '../questions/report-language.ts';
import { urlsNamed, withoutUrls } from '../questions/named-urls.ts';
import { readPresentation } from '../questions/presentation.ts';
import type { ScopedSearch } from './scopes.ts';

/** The plan of a run. */
export interface Plan {
  /** Searches in order: the sub-questions, or the query itself. */
  questions: string[];
  /** URLs in the query, byte for byte: the only ones that may be visited without being a search result or a link. */
  urls: string[];
  /**
   * Searches in other scopes than the default one, which run after `questions`. Absent in plans of earlier versions.
   */
  scoped?: ScopedSearch[];
  /** Whether the request names the scopes, so that the default one is not searched beside `scoped`. */
  isScopedOnly?: boolean;
}

// As many as a comparison of four things by two dimensions has.
const MAX_QUESTIONS = 8;
const MAX_URLS = 5;

/** A run that another one follows up on. */
export interface PreviousRun {
  query: string;
  /** The URLs that its report cites, in that order. */
  cited: readonly string[];
  /** What was noted in it, in sentences. */
  claims: readonly string[];
}

/**
 * Plans a run from the words of its query alone.
 *
 * @param previous the run that it follows up on: its subject may be meant, and its sources are read first
 */
export function planResearch(query: string, previous?: PreviousRun): Plan {
  const urls = [...new Set([...urlsNamed(query), ...(previous?.cited ?? [])])].slice(0, MAX_URLS);
  return { questions: asQuestions(decompose(proseOf(query), previous && proseOf(previous.query))), urls };
}

/** The comparison that a query asks for. Its cells are questions of the plan. */
export const comparisonOf = (query: string): Comparison | undefined => comparisonIn(proseOf(query));

const proseOf = (query: string) =>
  withoutUrls(readPresentation(readLanguage(query).question).question)
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();

/**
 * The distinct questions of a run, limited in number, each no longer than a search query may be. Questions without a
 * letter or digit are omitted.
 */
export function asQuestions(questions: readonly string[]): string[] {
  return [...new Set(questions.map((text) => searchable(text.trim())))]
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, MAX_QUESTIONS);
}

/** Truncates a question to the length of a search query, at a word boundary if it has one. */
export function searchable(question: string): string {
  if (Buffer.byteLength(question) <= MAX_QUERY_BYTES) return question;
  // A cut inside a character leaves U+FFFD, which is removed together with the rest of its word.
  const cut = Buffer.from(question)
    .subarray(0, MAX_QUERY_BYTES - 2)
    .toString()
    .replace(/\uFFFD$/, '');
  return cut.replace(/\s+\S*$/, '') || cut;
}
