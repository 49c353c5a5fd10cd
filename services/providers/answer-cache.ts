import type { ProviderAnswer, ProviderOptions } from './port/provider.ts';

/** Answers of one provider, for as long as they are fresh: repeated questions cost it nothing. */
export interface AnswerCache {
  get(query: string, options: ProviderOptions): ProviderAnswer | undefined;
  set(query: string, options: ProviderOptions, answer: ProviderAnswer): void;
}

const FRESH_MS = 5 * 60_000;
const MOST_ENTRIES = 500;

export function createAnswerCache(nowMs: () => number): AnswerCache {
  const entries = new Map<string, { answer: ProviderAnswer; storedAtMs: number }>();
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

// A moving `now-1d` changes its milliseconds with every call, and its minute seldom.
const MINUTE_MS = 60_000;

function keyOf(query: string, { limit, fromMs, beforeMs, includeDomains, excludeDomains }: ProviderOptions): string {
  const minutes = [fromMs, beforeMs].map((ms) => ms !== undefined && Math.floor(ms / MINUTE_MS));
  return JSON.stringify([query, limit, minutes, includeDomains, excludeDomains]);
}
