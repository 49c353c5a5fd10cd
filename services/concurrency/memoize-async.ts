import { detached } from './detached.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface MemoizeOptions<Value> {
  /** Read again once it is older. */
  freshMs: number;
  /** Keys kept at most; the one read longest ago goes first. */
  most: number;
  /** Milliseconds that a call may take. It goes on when a caller stops waiting. */
  withinMs: number;
  /** Failures are not kept. */
  read(key: string, signal: AbortSignal): Promise<Value>;
}

/** What was read with a key, read once for all who ask at the same time. @throws what the reading throws; TimeLimitError; the signal's reason */
export function memoizeAsync<Value>({
  freshMs,
  most,
  withinMs,
  read,
}: MemoizeOptions<Value>): (key: string, now: { nowMs: number; signal: AbortSignal }) => Promise<Value> {
  const kept = new Map<string, { reading: Promise<Value>; readAtMs: number }>();
  return async (key, { nowMs, signal }) => {
    const known = kept.get(key);
    if (known && nowMs - known.readAtMs < freshMs) return unlessAborted(known.reading, signal);
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    const entry = { reading: detached(withinMs, (within) => read(key, within)), readAtMs: nowMs };
    kept.set(key, entry);
    entry.reading.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return unlessAborted(entry.reading, signal);
  };
}
