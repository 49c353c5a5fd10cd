import type { ProviderReply, ProviderOptions } from './port/provider.ts';

/** Responses of one provider, for as long as they are fresh: a repeated query costs the provider nothing. */
export interface ReplyCache {
  get(query: string, options: ProviderOptions): ProviderReply | undefined;
  set(query: string, options: ProviderOptions, answer: ProviderReply): void;
}

const FRESH_MS = 5 * 60_000;
const MOST_ENTRIES = 500;

export function createReplyCache(nowMs: () => number): ReplyCache {
  const entries = new Map<string, { answer: ProviderReply; storedAtMs: number }>();
  return {
    get(query, options) {
      const key = keyOf(query, options);
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (nowMs() - entry.storedAtMs < FRESH_MS) return entry.answer;
      entries.delete(key);
      return undefined;
    },
    set(query, options, answer) {
      const [oldest] = entries.keys();
      if (entries.size >= MOST_ENTRIES && oldest !== undefined) entries.delete(oldest);
      entries.set(keyOf(query, options), { answer, storedAtMs: nowMs() });
    },
  };
}

// A moving `now-1d` changes its milliseconds with every call, but its minute seldom.
const MINUTE_MS = 60_000;

function keyOf(query: string, { limit, fromMs, beforeMs, includeDomains, excludeDomains }: ProviderOptions): string {
  const minutes = [fromMs, beforeMs].map((ms) => ms !== undefined && Math.floor(ms / MINUTE_MS));
  return JSON.stringify([query, limit, minutes, includeDomains, excludeDomains]);
}
