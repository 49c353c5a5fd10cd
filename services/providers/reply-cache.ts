import { LRUCache } from 'lru-cache';
import type { ProviderReply, ProviderOptions } from './port/provider.ts';

/** Responses of one provider, for as long as they are fresh: a repeated query costs the provider nothing. */
export interface ReplyCache {
  get(query: string, options: ProviderOptions): ProviderReply | undefined;
  set(query: string, options: ProviderOptions, answer: ProviderReply): void;
}

const FRESH_MS = 5 * 60_000;
const MOST_REPLIES = 500;

export function createReplyCache(nowMs: () => number): ReplyCache {
  const replies = new LRUCache<string, ProviderReply>({
    max: MOST_REPLIES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return {
    get: (query, options) => replies.get(keyOf(query, options)),
    set: (query, options, answer) => void replies.set(keyOf(query, options), answer),
  };
}

// A moving `now-1d` changes its milliseconds with every call, but its minute seldom.
const MINUTE_MS = 60_000;

function keyOf(query: string, { limit, fromMs, beforeMs, includeDomains, excludeDomains }: ProviderOptions): string {
  const minutes = [fromMs, beforeMs].map((ms) => ms !== undefined && Math.floor(ms / MINUTE_MS));
  return JSON.stringify([query, limit, minutes, includeDomains, excludeDomains]);
}
