import { writePublicationDate } from '../../dates/publication-date.ts';
import type { Snippet } from './budgets.ts';
import type { FoundDocument } from '../find/found-documents.ts';
import type { SearchWarning } from '../../providers/provider-set.ts';

/** A result of a search. @see docs/rules.md#search */
export interface SearchDocument {
  url: string;
  title: string;
  content?: string;
  /** `YYYY-MM-DD` if only the day is known, otherwise an ISO 8601 time in UTC with milliseconds. */
  publishedDate?: string;
  /** Empty if none were requested. */
  snippets: Snippet[];
  /** The site's name. */
  source: string;
  score: number;
}

export interface SearchResult {
  documents: SearchDocument[];
  /** Empty if there are none. */
  warnings: SearchWarning[];
  /** Whether providers were queried and every one failed, so that all documents come from our own index. */
  allProvidersFailed: boolean;
}

/** Maximum size of a REST response, in bytes. */
export const REST_RESPONSE_BYTES = 16 * 1024 * 1024;
const TRUNCATED = 'the response reached its limit of size, so later documents come without content';

export function asSearchDocument(document: FoundDocument, score: number, snippets: Snippet[]): SearchDocument {
  return {
    url: document.url,
    title: document.title ?? document.canonicalUrl.replace('https://', ''),
    ...(document.content !== undefined && { content: document.content }),
    ...(document.publishedAt && {
      publishedDate: writePublicationDate({ at: document.publishedAt, precision: document.publishedPrecision }),
    }),
    snippets,
    source: document.source,
    score: Number(score.toPrecision(6)),
  };
}

/** Any result with the contents of several documents. */
interface Bounded {
  documents: Array<{ content?: string | undefined }>;
  warnings: SearchWarning[];
}

/** Limits a result to `maxBytes` as JSON: omits the content of later documents and adds a `truncated` warning. */
export function withinResponseBytes<Result extends Bounded>(result: Result, maxBytes: number): Result {
  // Most results are far below the limit: their exact size, which costs as much as writing them, need not be known.
  if (mostJsonBytes(result) <= maxBytes) return result;
  let bytesLeft = maxBytes - jsonBytes({ ...result, documents: result.documents.map(withoutContent) });
  let full = false;
  const documents = result.documents.map((document) => {
    if (document.content === undefined) return document;
    bytesLeft -= jsonBytes(document.content);
    full ||= bytesLeft < 0;
    return full ? withoutContent(document) : document;
  });
  return full ? withTruncatedWarning({ ...result, documents }) : result;
}

export function withTruncatedWarning<Result extends Bounded>(result: Result): Result {
  if (result.warnings.some((warning) => warning.type === 'truncated')) return result;
  return { ...result, warnings: [...result.warnings, { type: 'truncated', message: TRUNCATED }] };
}

function withoutContent(document: Bounded['documents'][number]): object {
  const { content: _, ...rest } = document;
  return rest;
}

// In a string, a control character or half a surrogate pair takes six bytes (`\u001f`).
const MOST_BYTES_A_CHARACTER = 6;
const MOST_BYTES_A_SCALAR = 32;

/** An upper bound of a value's size as JSON. */
function mostJsonBytes(value: unknown): number {
  if (typeof value === 'string') return MOST_BYTES_A_CHARACTER * value.length + MOST_BYTES_A_SCALAR;
  if (typeof value !== 'object' || value === null) return MOST_BYTES_A_SCALAR;
  let most = MOST_BYTES_A_SCALAR;
  for (const [name, member] of Object.entries(value)) most += mostJsonBytes(name) + mostJsonBytes(member);
  return most;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + ',"content":'.length;
}
