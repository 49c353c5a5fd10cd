import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';

const WINDOW_SECONDS = 60;
const REMEMBERED_BUCKETS = 50_000;

/** Calls per minute and key, by class of endpoint. @see docs/rules.md#rates */
export const RATE_LIMITS = { search: 600, fetch: 600, answer: 300, agent: 60, monitors: 300, documents: 120 } as const;

/** Bytes of request bodies per minute and key, for the classes that limit them. */
const BYTE_LIMITS: Partial<Record<RateClass, number>> = { documents: 256 * 1024 * 1024 };

export type RateClass = keyof typeof RATE_LIMITS;

export interface RateState {
  limit: number;
  remaining: number;
  windowSeconds: number;
}

/**
 * Takes one token of the key's bucket of calls, and `byteCount` tokens of its bucket of bytes.
 *
 * @returns undefined if limits are off
 * @throws ServiceError RATE_LIMITED if a bucket is empty
 */
export type TakeToken = (keyId: string, rateClass: RateClass, byteCount: number) => RateState | undefined;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Token buckets in this process's memory. Each refills evenly over a minute. */
export function createRateLimits({ enabled, clock }: { enabled: boolean; clock: Clock }): TakeToken {
  const buckets = new Map<string, Bucket>();

  function bucketOf(name: string, limit: number): Bucket {
    const bucket = refilled(buckets.get(name), limit, clock.now().getTime());
    // A new bucket is full: clearing all of them favours callers for one minute at most.
    if (buckets.size >= REMEMBERED_BUCKETS) buckets.clear();
    buckets.set(name, bucket);
    return bucket;
  }

  return (keyId, rateClass, byteCount) => {
    if (!enabled) return undefined;
    const limit = RATE_LIMITS[rateClass];
    const byteLimit = BYTE_LIMITS[rateClass] ?? Infinity;
    const calls = bucketOf(`${rateClass} ${keyId}`, limit);
    const bytes = byteLimit === Infinity ? undefined : bucketOf(`bytes of ${rateClass} ${keyId}`, byteLimit);
    if (calls.tokens < 1) throw tooMany(`Too many ${rateClass} calls`, secondsUntil(1 - calls.tokens, limit));
    if (bytes && bytes.tokens < byteCount)
      throw tooMany(`Too many bytes of ${rateClass}`, secondsUntil(byteCount - bytes.tokens, byteLimit));
    calls.tokens -= 1;
    if (bytes) bytes.tokens -= byteCount;
    return { limit, remaining: Math.floor(calls.tokens), windowSeconds: WINDOW_SECONDS };
  };
}

function refilled(bucket: Bucket | undefined, limit: number, nowMs: number): Bucket {
  if (!bucket) return { tokens: limit, filledAtMs: nowMs };
  const gained = ((nowMs - bucket.filledAtMs) / 1000) * (limit / WINDOW_SECONDS);
  return { tokens: Math.min(limit, bucket.tokens + gained), filledAtMs: nowMs };
}

const secondsUntil = (missing: number, limit: number) => Math.ceil((missing * WINDOW_SECONDS) / limit);

function tooMany(what: string, retryAfterSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', `${what}; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
