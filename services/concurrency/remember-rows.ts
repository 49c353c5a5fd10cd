import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';

interface RememberedRows<Row> {
  clock: Clock;
  /** Maximum number of rows; the least recently used one is forgotten. */
  most: number;
  /** How long a row is remembered, in milliseconds from the moment before it was read. */
  forMs: number;
  /** Undefined if there is no such row, which is not remembered. */
  read(key: string): Promise<Row | undefined>;
}

/** Rows that may be a little old. A change of the clock counts at once. */
export function rememberRows<Row extends object>({
  clock,
  most,
  forMs,
  read,
}: RememberedRows<Row>): {
  get(key: string): Promise<Row | undefined>;
  forget(key: string): void;
} {
  const nowMs = () => clock.now().getTime();
  const known = new LRUCache<string, Row>({ max: most, ttl: forMs, ttlResolution: 0, perf: { now: nowMs } });
  return {
    async get(key) {
      const remembered = known.get(key);
      if (remembered) return remembered;
      const start = nowMs();
      const fresh = await read(key);
      if (fresh) known.set(key, fresh, { start });
      else known.delete(key);
      return fresh;
    },
    forget: (key) => void known.delete(key),
  };
}
