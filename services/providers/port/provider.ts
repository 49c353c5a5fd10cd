import { TimeLimitError } from '../../concurrency/detached.ts';
import type { Scope } from '../../query/scopes.ts';
import type { DatePrecision } from '../../query/dates.ts';

/** What a provider is asked beside the query. Bounds are hints: we enforce them ourselves afterwards. */
export interface ProviderOptions {
  /** Documents wanted, 1 to 100. */
  limit: number;
  /** Epoch milliseconds, inclusive. */
  fromMs: number | undefined;
  /** Epoch milliseconds, exclusive. */
  beforeMs: number | undefined;
  /** Folded host names; empty: all. */
  includeDomains: readonly string[];
  excludeDomains: readonly string[];
  /** When the search was made, epoch milliseconds. */
  nowMs: number;
  /** Carries the deadline; its reason is rethrown. */
  signal: AbortSignal;
}

/** A document as a provider describes it. Untrusted, as all that comes from outside. */
export interface ProviderDocument {
  /** Absolute, http or https; others are dropped. */
  url: string;
  title: string;
  /** Plain text: a snippet, or the whole. */
  text: string;
  /** Whether `text` is all that the document has to say, so that the page need not be read. */
  isWhole: boolean;
  /** The site's name, where the provider knows a better one than the host. */
  source?: string;
  published?: { at: Date; precision: DatePrecision };
}

export interface ProviderReply {
  /** Best first; empty when the provider was asked and had nothing. */
  documents: ProviderDocument[];
  /** What part of the provider did not answer, as sentences for the caller. */
  warnings: string[];
}

/** One source of search results. A file each; how it is paced, limited and cached is done around it (guard.ts). */
export interface Provider {
  /** As in QUARRY_PROVIDERS: `hackernews`. */
  name: string;
  /** For people: `Hacker News`. */
  title: string;
  scopes: readonly Scope[];
  /** Asked with GET now and then while it does not answer, to see whether it does again. */
  probeUrl: string;
  /** Asked instead, where one URL does not tell. */
  isThere?(signal: AbortSignal): Promise<boolean>;
  /** @throws ProviderError, and the signal's reason */
  search(query: string, options: ProviderOptions): Promise<ProviderReply>;
}

/** Why a provider gave nothing. `message` is for callers: it names no address, key or part of ours. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** `limited`: it answers, but not to us now. */
  readonly kind: 'failed' | 'limited';

  constructor(kind: 'failed' | 'limited', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** A time limit of the provider's own work is its failure too. */
export function asProviderError(thrown: unknown): unknown {
  return thrown instanceof TimeLimitError ? new ProviderError('failed', thrown.message, { cause: thrown }) : thrown;
}
