import type { DatePrecision } from '../dates/publication-date.ts';
import type { Stages } from '../core/stages.ts';
import type { Matches } from './matches.ts';
import type { TermChanges } from './term-changes.ts';

/** A document as the index receives it. @see docs/rules.md#documents */
export interface IndexedDocument {
  documentId: string;
  /** The owner; EVERYONE for documents that the operator ingested. */
  orgId: string;
  url: string;
  title: string | undefined;
  text: string;
  source: string;
  publishedAt: Date | undefined;
  publishedPrecision: DatePrecision | undefined;
  /** Undefined: found in every scope. */
  scope: string | undefined;
  /** What `labelAlternatives` of a query compares with. @see labelsOf */
  labels: readonly string[];
  contentHash: string;
}

export interface PassageQuery {
  /** Any text. It contains no operators. */
  query: string;
  /** A passage must contain all words of each phrase, in any order. The caller checks their order. Absent: none. */
  phrases?: ReadonlyArray<readonly string[]>;
  /** Passages with one of these words, in any form, are omitted. Absent: none. */
  excluded?: readonly string[];
  orgId: string;
  scope: string;
  /** Folded host names; each covers its subdomains. Empty: all. */
  includeDomains: readonly string[];
  /** Takes precedence over includeDomains. */
  excludeDomains: readonly string[];
  /** Epoch milliseconds, inclusive. With a bound set, documents without a date are omitted. */
  fromMs: number | undefined;
  /** Epoch milliseconds, exclusive. */
  beforeMs: number | undefined;
  /** Documents have at least one label of each list. Absent: any. */
  labels?: ReadonlyArray<readonly string[]> | undefined;
  /**
   * Restricts the search to these documents, which a search has just found. Of others, an index may still give passages
   * that were replaced or removed.
   */
  documentIds?: readonly string[];
  limit: number;
}

/** A run of whole blocks of a document, of at most about 200 words, and its score. */
export interface PassageHit {
  documentId: string;
  /** The content hash of the indexed version. A different hash in PostgreSQL means that the passage is stale. */
  contentHash: string;
  /** Position in the document, from 0. */
  ordinal: number;
  passageCount: number;
  /** Title, source and date of the document, one per line. */
  heading: string;
  /** The headings and terms above it, outermost first: `Memory › work_mem (integer)`; '' if there are none. */
  path: string;
  /** Whether it only refers to other pages: a table of contents, an index. */
  isContents: boolean;
  /** Markdown. */
  text: string;
  /** BM25. Scores of different queries cannot be compared. */
  score: number;
  /** Set if the index has an older schema, which may divide the document into other passages. */
  isOutdated?: boolean;
}

export type IndexState =
  | { status: 'ready'; passages: number; documents: number }
  /** Searches work, but the index must be rebuilt: its schema is older, or it is incomplete. */
  | { status: 'outdated'; reason: string; passages: number; documents: number }
  /** Searches fail until the index is rebuilt. */
  | { status: 'unusable'; reason: string }
  /** The index server does not respond. Its content may be intact. */
  | { status: 'away'; reason: string };

/** The index is missing or damaged, and no rebuild has indexed its first documents yet. */
export class IndexUnusableError extends Error {
  override readonly name = 'IndexUnusableError';
}

/** The index server does not respond. The message is for operators: it names the server, never its password. */
export class IndexUnavailableError extends IndexUnusableError {}

/** Full-text search over passages. PostgreSQL is the source of truth: the index can be rebuilt from it. */
export interface SearchIndex {
  /**
   * Matching passages, best first. Empty if no word of the query is in the index.
   *
   * @param stages observes the parts of the search
   * @throws IndexUnusableError
   */
  search(query: PassageQuery, stages?: Stages): Promise<PassageHit[]>;
  /** Checks whether the index can be searched. */
  state(): Promise<IndexState>;
  close(): Promise<void>;
}

/** A hit of an index engine. Its score depends on the passages of all organizations. */
export interface MatchedPassage extends PassageHit {
  /** The scored terms of the query in its fields. @see scoredTerms */
  matches: Matches;
}

/** An index engine, with the operations of its single writer. */
export interface PassageIndex extends SearchIndex {
  search(query: PassageQuery, stages?: Stages): Promise<MatchedPassage[]>;
  /**
   * Indexes the documents and replaces earlier versions. Searches find them at once. For the single writer.
   *
   * @param absent ids of documents of which the index holds no version, so that it need not look for one
   */
  upsert(documents: readonly IndexedDocument[], absent?: ReadonlySet<string>): Promise<TermChanges>;
  /** Unknown ids are ignored. For the single writer. */
  remove(documentIds: readonly string[]): Promise<TermChanges>;
  /** Merges the rows added since the last call into the full-text index. Searches continue meanwhile. */
  optimize(): Promise<void>;
  /**
   * Replaces the whole index with `batches`. Until that is done, searches read the earlier index or, if that cannot be
   * read, the batches so far. `upsert` and `remove` may be called between two batches: they change both indexes, and
   * take precedence over a later batch. For the single writer.
   */
  rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void>;
  /** Passes the terms of all passages to `take`, in parts. For the single writer. */
  countTerms(take: (part: TermChanges) => Promise<void>): Promise<void>;
}
