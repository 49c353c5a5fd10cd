import { TimeLimitError } from '../../concurrency/detached.ts';
import type { Scope } from '../../query/scopes.ts';
import type { PublicationDate } from '../../dates/publication-date.ts';

/** Parameters of a provider's search beside the query. Bounds are hints: the caller enforces them on the result. */
export interface ProviderOptions {
  /** Number of documents requested, 1 to 100. */
  limit: number;
  /** Epoch milliseconds, inclusive. */
  fromMs: number | undefined;
  /** Epoch milliseconds, exclusive. */
  beforeMs: number | undefined;
  /** Normalized host names; empty: all. */
  includeDomains: readonly string[];
  excludeDomains: readonly string[];
  /** Time of the search, epoch milliseconds. */
  nowMs: number;
  /** Carries the deadline; its reason is rethrown. */
  signal: AbortSignal;
}

/** A document as a provider describes it. Untrusted, like all external input. */
export interface ProviderDocument {
  /** Absolute, http or https; others are dropped. */
  url: string;
  title: string;
  /** Plain text: a snippet, or the whole. */
  text: string;
  /** Whether `text` is the document's full text, so that the page need not be fetched. */
  isWhole: boolean;
  /** The site's name, if the provider knows a better one than the host. */
  source?: string;
  published?: PublicationDate;
}

export interface ProviderReply {
  /** Best first; empty if the provider found nothing. */
  documents: ProviderDocument[];
  /** Parts of the provider that failed, as sentences for the caller. */
  warnings: string[];
}

/** One source of search results, in a separate file; guard.ts adds pacing, deadline and cache. */
export interface Provider {
  /** As in QUARRY_PROVIDERS: `hackernews`. */
  name: string;
  /** Display name: `Hacker News`. */
  title: string;
  scopes: readonly Scope[];
  /** Requested with GET periodically while the provider is unreachable, to detect its recovery. */
  probeUrl: string;
  /** Replaces the probe if a single URL is not enough. */
  isReachable?(signal: AbortSignal): Promise<boolean>;
  /** @throws ProviderError, and the signal's reason */
  search(query: string, options: ProviderOptions): Promise<ProviderReply>;
}

/** Why a provider gave no result. `message` is for callers: it names no address, key or internal part. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** `limited`: it responds, but rate-limits us. */
  readonly kind: 'failed' | 'limited';

  constructor(kind: 'failed' | 'limited', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A time limit on the provider's own work is its failure too. */
export function asProviderError(thrown: unknown): unknown {
  return thrown instanceof TimeLimitError ? new ProviderError('failed', thrown.message, { cause: thrown }) : thrown;
}
