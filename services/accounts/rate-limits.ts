import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';

const WINDOW_SECONDS = 60;
const REMEMBERED_BUCKETS = 50_000;

/** Calls a minute and key, by class of endpoint. @see decisions.md 1 */
export const RATE_LIMITS = { search: 600, fetch: 600, answer: 300, agent: 60, monitors: 300, documents: 600 } as const;

export type RateClass = keyof typeof RATE_LIMITS;

export interface RateState {
  limit: number;
  remaining: number;
  windowSeconds: number;
}

/** Takes one token of the key's bucket. @throws ServiceError RATE_LIMITED when there is none; undefined when limits are off */
export type TakeToken = (keyId: string, rateClass: RateClass) => RateState | undefined;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Token buckets in this process's memory; each fills evenly over a minute. */
export function createRateLimits({ enabled, clock }: { enabled: boolean; clock: Clock }): TakeToken {
  const buckets = new Map<string, Bucket>();
  return (keyId, rateClass) => {
    if (!enabled) return undefined;
    const limit = RATE_LIMITS[rateClass];
    const name = `${rateClass} ${keyId}`;
    const bucket = refilled(buckets.get(name), limit, clock.now().getTime());
    // A full bucket is what a new one would be: forgetting all of them favours callers for one minute at most.
    if (buckets.size >= REMEMBERED_BUCKETS) buckets.clear();
    buckets.set(name, bucket);
    if (bucket.tokens < 1) throw tooMany(rateClass, Math.ceil(((1 - bucket.tokens) * WINDOW_SECONDS) / limit));
    bucket.tokens -= 1;
    return { limit, remaining: Math.floor(bucket.tokens), windowSeconds: WINDOW_SECONDS };
  };
}

function refilled(bucket: Bucket | undefined, limit: number, nowMs: number): Bucket {
  if (!bucket) return { tokens: limit, filledAtMs: nowMs };
  const gained = ((nowMs - bucket.filledAtMs) / 1000) * (limit / WINDOW_SECONDS);
  return { tokens: Math.min(limit, bucket.tokens + gained), filledAtMs: nowMs };
}

function tooMany(rateClass: RateClass, retryAfterSeconds: number): ServiceError {
  return new ServiceError('RATE_LIMITED', `Too many ${rateClass} calls; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
