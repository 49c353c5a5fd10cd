import type { DatePrecision } from '../query/dates.ts';
import type { Stages } from '../core/stages.ts';
import type { TermChanges } from './term-changes.ts';

/** A document as the index takes it. @see docs/rules.md#documents */
export interface IndexedDocument {
  documentId: string;
  /** The owner; EVERYONE for what the operator ingested. */
  orgId: string;
  url: string;
  title: string | undefined;
  text: string;
  source: string;
  publishedAt: Date | undefined;
  publishedPrecision: DatePrecision | undefined;
  /** undefined: found in every scope. */
  scope: string | undefined;
  contentHash: string;
}

export interface PassageQuery {
  /** Any text. Nothing in it is an operator. */
  query: string;
  /** A passage must hold all words of each phrase, in any order. The caller checks their order. Absent: none. */
  phrases?: ReadonlyArray<readonly string[]>;
  /** Passages with one of these words, or with another form of it, are left out. Absent: none. */
  excluded?: readonly string[];
  orgId: string;
  scope: string;
  /** Folded host names; one covers its subdomains. Empty: all. */
  includeDomains: readonly string[];
  /** Takes precedence over includeDomains. */
  excludeDomains: readonly string[];
  /** Epoch milliseconds, inclusive. Where a bound is set, documents without a date are left out. */
  fromMs: number | undefined;
  /** Epoch milliseconds, exclusive. */
  beforeMs: number | undefined;
  /** Only passages of these documents. */
  documentIds?: readonly string[];
  limit: number;
}

/** A run of whole blocks of a document, of about 200 words at most, and its score. */
export interface PassageHit {
  documentId: string;
  /** The content hash of the indexed version. A different hash in PostgreSQL means that the passage is stale. */
  contentHash: string;
  /** Position in the document, from 0. */
  ordinal: number;
  passageCount: number;
  /** Title, source and date of the document, a line each. */
  heading: string;
  /** The headings and terms above it, outermost first: `Memory › work_mem (integer)`; '' for none. */
  path: string;
  /** Whether it only points elsewhere: a table of contents, an index. */
  isContents: boolean;
  /** Markdown. */
  text: string;
  /** BM25. Scores of different queries cannot be compared. */
  score: number;
  /** True where the index has an older schema, which may divide the document into other passages. */
  isOutdated?: boolean;
}

export type IndexState =
  | { status: 'ready'; passages: number; documents: number }
  /** Searches work, but the index must be rebuilt: its schema is older, or it is incomplete. */
  | { status: 'outdated'; reason: string; passages: number; documents: number }
  /** Searches fail until the index is rebuilt. */
  | { status: 'unusable'; reason: string }
  /** The server of the index does not answer. Its content may be intact. */
  | { status: 'away'; reason: string };

/** The index is missing or damaged, and no rebuild has indexed its first documents yet. */
export class IndexUnusableError extends Error {
  override readonly name = 'IndexUnusableError';
}

/** The server of the index does not answer. The message is for operators: it names the server, never its password. */
export class IndexAwayError extends IndexUnusableError {}

/** Full-text search over passages. PostgreSQL is the source of truth: the index can be rebuilt from it. */
export interface SearchIndex {
  /**
   * Matching passages, best first. Empty where the index holds no word of the query.
   * @param stages observes the parts of the search
   * @throws IndexUnusableError
   */
  search(query: PassageQuery, stages?: Stages): Promise<PassageHit[]>;
  /** Asks the index whether it can be searched. */
  state(): Promise<IndexState>;
  close(): Promise<void>;
}

/** A hit of an index engine. Its score depends on the passages of all organizations. */
export interface MatchedPassage extends PassageHit {
  /** The terms of all fields, in the form of `writeFields`. */
  terms: string;
}

/** An index engine, with the operations of its single writer. */
export interface PassageIndex extends SearchIndex {
  search(query: PassageQuery, stages?: Stages): Promise<MatchedPassage[]>;
  /** Indexes the documents, in place of earlier versions. Searches find them at once. For the single writer. */
  upsert(documents: readonly IndexedDocument[]): Promise<TermChanges>;
  /** Unknown ids are ignored. For the single writer. */
  remove(documentIds: readonly string[]): Promise<TermChanges>;
  /** Merges the rows added since the last call into the full-text index. Searches continue meanwhile. */
  optimize(): Promise<void>;
  /**
   * Replaces the whole index by `batches`. Until it is done, searches read the earlier index or, where that cannot be
   * read, the batches so far. `upsert` and `remove` may be called between two batches: they change both indexes, and
   * take precedence over a later batch. For the single writer.
   */
  rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void>;
  /** Passes the terms of all passages to `take`, in parts. For the single writer. */
  countTerms(take: (part: TermChanges) => Promise<void>): Promise<void>;
}
