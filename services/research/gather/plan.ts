import { MAX_QUERY_BYTES } from '../../search/snippets/search-request.ts';
import { decompose } from './decompose.ts';
import { readLanguage } from './language.ts';
import { urlsNamed, withoutUrls } from './named-urls.ts';
import { readPresentation } from './presentation.ts';
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
}

const MAX_QUESTIONS = 5;
const MAX_URLS = 5;

/** Plans a run from the words of its query alone. */
export function planResearch(query: string): Plan {
  const prose = withoutUrls(readPresentation(readLanguage(query).question).question)
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
  return { questions: asQuestions(decompose(prose)), urls: urlsNamed(query).slice(0, MAX_URLS) };
}

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
