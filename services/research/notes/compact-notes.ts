import { countTokens } from '../../search/snippets/budgets.ts';
import type { PageNote } from './stored-notes.ts';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/**
 * Estimated number of tokens of a text in a prompt: one per character of a script without spaces, else one per four
 * characters.
 */
export const promptTokens = (text: string): number =>
  countTokens(text) + Math.ceil((text.match(UNSPACED)?.length ?? 0) * 0.75);

/**
 * Notes for a model's prompt, by source, within a number of tokens. If they do not all fit, every source keeps its
 * first notes.
 */
export function compactNotes(notes: readonly PageNote[], maxTokens: number): string {
  const sources = [...Map.groupBy(notes, ({ page }) => page).values()];
  const most = Math.max(0, ...sources.map((own) => own.length));
  for (let each = most; each > 0; each -= 1) {
    const text = sources.map((own) => asLines(own, each)).join('\n');
    if (promptTokens(text) <= maxTokens) return text;
  }
  const shortest = sources.map((own) => asLines(own, 1)).join('\n');
  return shortest.slice(0, Math.floor((shortest.length * maxTokens) / Math.max(1, promptTokens(shortest))));
}

function asLines(notes: readonly PageNote[], most: number): string {
  const shown = notes.slice(0, most).map(({ claim }) => `- ${claim}`);
  const rest = notes.length - shown.length;
  return [`Source ${notes[0]?.page}:`, ...shown, ...(rest > 0 ? [`- (${rest} more)`] : [])].join('\n');
}
