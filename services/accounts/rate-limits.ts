import type { TokensLeft, RateLeases } from './rate-leases.ts';

export const WINDOW_SECONDS = 60;

/** Calls per minute and key, by class of endpoint, unless the operator sets others. @see docs/rules.md#rates */
export const RATE_LIMITS = {
  search: 600,
  fetch: 600,
  answer: 300,
  agent: 60,
  monitors: 300,
  documents: 120,
  crawls: 30,
} as const;

/** Bytes of request bodies per minute and key, for the classes that limit them. */
const BYTE_LIMITS: Partial<Record<RateClass, number>> = { documents: 256 * 1024 * 1024 };

export type RateClass = keyof typeof RATE_LIMITS;

export type RateLimits = Record<RateClass, number>;

/** What is left of one bucket, for the headers of a response. */
export interface RateState extends TokensLeft {
  /** Names the bucket: a class, or `documents-bytes`. */
  policy: string;
  unit: 'requests' | 'content-bytes';
  limit: number;
}

interface RateDecision {
  states: readonly RateState[];
  /** Set where a bucket does not have what was asked for: nothing is taken then. */
  refused?: { message: string; retryAfterSeconds: number };
}

interface RatedCall {
  caller: { orgId: string; keyId: string };
  rateClass: RateClass;
  byteCount: number;
}

/**
 * Takes one token of the key's bucket of calls, and as many tokens of its bucket of bytes as the body has.
 *
 * @returns undefined if limits are off
 */
export type TakeToken = (call: RatedCall) => Promise<RateDecision | undefined>;

/**
 * Parses `QUARRY_RATE_LIMITS`: `on`, `off`, or calls a minute of single classes, such as `search=1200,agent=10`.
 *
 * @returns undefined for `off` @throws Error saying what is wrong
 */
export function parseRateLimits(text: string): RateLimits | undefined {
  if (text === 'off') return undefined;
  const limits: RateLimits = { ...RATE_LIMITS };
  if (text === 'on') return limits;
  for (const entry of text.split(',')) {
    const [name = '', calls = '', ...rest] = entry.trim().split('=');
    const isClass = (candidate: string): candidate is RateClass => Object.hasOwn(RATE_LIMITS, candidate);
    if (!isClass(name) || !/^[1-9]\d{0,8}$/.test(calls) || rest.length > 0)
      throw new Error(
        `must be on, off, or calls a minute by class, such as search=1200,agent=10; the classes are ${Object.keys(RATE_LIMITS).join(', ')}`,
      );
    limits[name] = Number(calls);
  }
  return limits;
}

/** @param limits undefined: none */
export function createRateLimits(limits: RateLimits | undefined, leases: RateLeases): TakeToken {
  return async ({ caller: { orgId, keyId: callerId }, rateClass, byteCount }) => {
    if (!limits) return undefined;
    const calls = { orgId, callerId, rate: rateClass, limit: limits[rateClass] };
    const call = await leases.take(calls, 1);
    const states: RateState[] = [{ policy: rateClass, unit: 'requests', limit: calls.limit, ...leftOf(call) }];
    if (!call.undo) return { states, refused: refusal(`Too many ${rateClass} calls`, call.resetSeconds) };
    const byteLimit = BYTE_LIMITS[rateClass];
    if (byteLimit === undefined) return { states };
    const bytes = { orgId, callerId, rate: `${rateClass}-bytes`, limit: byteLimit };
    const body = await leases.take(bytes, byteCount);
    states.push({ policy: bytes.rate, unit: 'content-bytes', limit: byteLimit, ...leftOf(body) });
    if (body.undo) return { states };
    call.undo();
    return { states, refused: refusal(`Too many bytes of ${rateClass}`, body.resetSeconds) };
  };
}

const leftOf = ({ remaining, resetSeconds }: TokensLeft): TokensLeft => ({ remaining, resetSeconds });

function refusal(what: string, retryAfterSeconds: number): NonNullable<RateDecision['refused']> {
  return { message: `${what}; try again in ${retryAfterSeconds} s.`, retryAfterSeconds };
}
