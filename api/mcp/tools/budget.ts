import { z } from 'zod';

/** A token is counted as four characters. */
const CHARACTERS_PER_TOKEN = 4;
const FEWEST_TOKENS = 256;
const MOST_TOKENS = 32_768;

/** The field `max_tokens` of a tool: how much of the model's context its result may take. */
export const maxTokens = (standard: number) =>
  z
    .int()
    .min(FEWEST_TOKENS)
    .max(MOST_TOKENS)
    .default(standard)
    .describe(`Maximum length of the result, in tokens of about four characters. Default ${standard}.`);

export interface Cut {
  text: string;
  /** In Unicode code points; 0 if nothing was cut. */
  left: number;
}

/** Cuts a text to a number of tokens, after its last whole line where that keeps most of it. */
export function cutToTokens(text: string, tokens: number): Cut {
  const most = tokens * CHARACTERS_PER_TOKEN;
  if (text.length <= most) return { text, left: 0 };
  const points = Array.from(text);
  if (points.length <= most) return { text, left: 0 };
  const head = points.slice(0, most).join('');
  const line = head.lastIndexOf('\n');
  const kept = line > head.length / 2 ? head.slice(0, line) : head;
  return { text: kept, left: points.length - Array.from(kept).length };
}

/**
 * The first of the items whose texts fit into a number of tokens together, at least one.
 *
 * @param write the text that an item takes in the result
 */
export function withinTokens<Item>(items: readonly Item[], write: (item: Item) => string, tokens: number): Item[] {
  let left = tokens * CHARACTERS_PER_TOKEN;
  const end = items.findIndex((item, place) => {
    left -= write(item).length;
    return left < 0 && place > 0;
  });
  return end < 0 ? [...items] : items.slice(0, end);
}
