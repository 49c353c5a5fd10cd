import type { DatePrecision } from '../query/dates.ts';
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
  /** Any text at all; never read as a query language. */
  query: string;
  /** All words of each must be in a passage; whether they stand together is for the caller to see. Absent: none. */
  phrases?: ReadonlyArray<readonly string[]>;
  /** Passages with any of these words, or another form of them, are not found. Absent: none. */
  excluded?: readonly string[];
  orgId: string;
  scope: string;
  /** Folded host names; one covers its subdomains. Empty: all. */
  includeDomains: readonly string[];
  /** Wins over includeDomains. */
  excludeDomains: readonly string[];
  /** Epoch milliseconds, inclusive. With a bound set, a document without a date is not found. */
  fromMs: number | undefined;
  /** Epoch milliseconds, exclusive. */
  beforeMs: number | undefined;
  /** Only passages of these documents. */
  documentIds?: readonly string[];
  limit: number;
}

/** A run of whole blocks of a document, at most about 200 words, and how well it matched. */
export interface PassageHit {
  documentId: string;
  /** The content hash of the version that was indexed; another one in PostgreSQL means that the passage is stale. */
  contentHash: string;
  /** Place in the document, from 0. */
  ordinal: number;
  passageCount: number;
  /** Title, source and date of the document, a line each. */
  heading: string;
  /** The headings and terms that it stands under, outermost first: `Memory › work_mem (integer)`; '' for none. */
  path: string;
  /** Whether it only leads elsewhere: a table of contents, an index. */
  isContents: boolean;
  /** Markdown. */
  text: string;
  /** BM25; comparable within one query only. */
  score: number;
  /** Set where the index is still of another schema: the passage may be cut otherwise than the documents are now. */
  isOutdated?: boolean;
}

export type IndexState =
  | { status: 'ready'; passages: number; documents: number }
  /** It is searched as well as it can be, and must be rebuilt: of another schema, or not complete. */
  | { status: 'outdated'; reason: string; passages: number; documents: number }
  /** Only a rebuild mends it. */
  | { status: 'unusable'; reason: string }
  /** The server of the index cannot be asked; what it holds may be whole. */
  | { status: 'away'; reason: string };

/** The index could not answer: missing or damaged, and no rebuild has come to its first documents yet. */
export class IndexUnusableError extends Error {
  override readonly name = 'IndexUnusableError';
}

/** The server of the index cannot be asked. The reason is for an operator: it names the server, never its password. */
export class IndexAwayError extends IndexUnusableError {}

/** Full text over passages. PostgreSQL is the truth; the index can be rebuilt from it. */
export interface SearchIndex {
  /**
   * Passages that match, best first; empty when no word of the query is indexed.
   * @throws IndexUnusableError
   */
  search(query: PassageQuery): Promise<PassageHit[]>;
  /** Whether the index can be searched, found out by asking it. */
  state(): Promise<IndexState>;
  close(): Promise<void>;
}

/** A hit as an index engine gives it. Its score counts the passages of all organizations. */
export interface MatchedPassage extends PassageHit {
  /** Terms of all fields, as `writeFields` writes them. */
  terms: string;
}

/** An index engine, with what its one writer needs. */
export interface PassageIndex extends SearchIndex {
  search(query: PassageQuery): Promise<MatchedPassage[]>;
  /** Puts the documents in, or in place of their former versions; found at once. One writer only. */
  upsert(documents: readonly IndexedDocument[]): Promise<TermChanges>;
  /** Unknown ids are ignored. One writer only. */
  remove(documentIds: readonly string[]): Promise<TermChanges>;
  /** Folds rows added since the last call into the full-text index. Searching goes on meanwhile. */
  optimize(): Promise<void>;
  /**
   * Indexes `batches` in place of everything. Until it is done searches see what was there before; where nothing can be
   * read, what is there so far. `upsert` and `remove` may be called between two batches: they change what is searched and what
   * is being built, and count more than a later batch. One writer only.
   */
  rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void>;
  /** Gives the terms of all passages to `take`, in parts. One writer only. */
  countTerms(take: (part: TermChanges) => Promise<void>): Promise<void>;
}
