import { MAX_QUERY_BYTES } from '../../search/snippets/search-request.ts';
import { readLanguage } from './language.ts';
import { urlsNamed, withoutUrls } from './named-urls.ts';
import { readPresentation } from './presentation.ts';
import type { ScopedSearch } from './scopes.ts';

/** What a run sets out to do. */
export interface Plan {
  /** Searches to make, in order: the sub-questions, or the query itself. */
  questions: string[];
  /** URLs that the query itself names, byte for byte: the only ones that may be visited without having been found. */
  urls: string[];
  /** Searches in other scopes than the default one, which follow those. Absent in a plan that an earlier version made. */
  scoped?: ScopedSearch[];
}

const MAX_QUESTIONS = 5;
const MAX_URLS = 5;
const MIN_WORDS = 3;
// A question ends at its mark; a list of questions also at semicolons and line ends.
const BOUNDARY = /(?<=\?)\s+|;\s+|\n+/;
const QUESTION_AFTER_AND = /,?\s+and\s+(?=(?:who|what|when|where|why|how|which)\b)/i;

const LEADING_CONJUNCTION = /^(?:and|or|but|also|then|so)\b[,\s]*/i;
// What is left of "… at https://…" once the address is taken out.
const TRAILING_PREPOSITION = /[,\s]+(?:according to|and|at|by|from|in|of|on|see|to|via|with)$/i;

/** Plans from the words of the query alone. */
export function planResearch(query: string): Plan {
  const prose = withoutUrls(readPresentation(readLanguage(query).asked).asked)
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
  const parts = prose
    .split(BOUNDARY)
    .flatMap((part) => part.split(QUESTION_AFTER_AND))
    .map(asQuestion)
    .filter((part) => part.split(/\s+/).length >= MIN_WORDS);
  const questions = parts.length > 0 ? parts : [prose].filter((text) => /[\p{L}\p{N}]/u.test(text));
  return { questions: asQuestions(questions), urls: urlsNamed(query).slice(0, MAX_URLS) };
}

/** As many different ones as a run asks, each as much as a search takes; none without a letter or digit. */
export function asQuestions(questions: readonly string[]): string[] {
  return [...new Set(questions.map((text) => searchable(text.trim())))]
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, MAX_QUESTIONS);
}

/** A part of the query as it can stand alone. */
function asQuestion(part: string): string {
  const bare = part.trim().replace(LEADING_CONJUNCTION, '').replace(TRAILING_PREPOSITION, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** As much of a question, in whole words where it has words, as a search takes. */
export function searchable(question: string): string {
  if (Buffer.byteLength(question) <= MAX_QUERY_BYTES) return question;
  // A cut inside a character leaves a mark of it, which is taken away with the rest of its word.
  const cut = Buffer.from(question)
    .subarray(0, MAX_QUERY_BYTES - 2)
    .toString()
    .replace(/\uFFFD$/, '');
  return cut.replace(/\s+\S*$/, '') || cut;
}
