import { LRUCache } from 'lru-cache';
import { detached } from './detached.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface MemoizeOptions<Value> {
  /** Maximum age in milliseconds; an older value is read again. */
  freshMs: number;
  /** Maximum number of keys; the least recently used one is evicted. */
  most: number;
  /** Time limit of a call in milliseconds. The call continues when a caller stops waiting. */
  withinMs: number;
  /** Failures are not cached. */
  read(key: string, signal: AbortSignal): Promise<Value>;
}

/**
 * Caches the value of each key; concurrent callers share one read.
 *
 * @throws the errors of `read`; TimeLimitError; the signal's reason
 */
export function memoizeAsync<Value>({
  freshMs,
  most,
  withinMs,
  read,
}: MemoizeOptions<Value>): (key: string, now: { nowMs: number; signal: AbortSignal }) => Promise<Value> {
  const kept = new LRUCache<string, { reading: Promise<Value>; readAtMs: number }>({ max: most });
  return async (key, { nowMs, signal }) => {
    const known = kept.get(key);
    if (known && nowMs - known.readAtMs < freshMs) return unlessAborted(known.reading, signal);
    const entry = { reading: detached(withinMs, (within) => read(key, within)), readAtMs: nowMs };
    kept.set(key, entry);
    entry.reading.catch(() => {
      if (kept.peek(key) === entry) kept.delete(key);
    });
    return unlessAborted(entry.reading, signal);
  };
}
