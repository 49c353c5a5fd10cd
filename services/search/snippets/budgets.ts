import type { SnippetOptions } from './selected-fields.ts';

/** A passage that may become a snippet of its document. */
export interface SnippetCandidate {
  ordinal: number;
  text: string;
  /** The headings and terms above the passage; '' for none. */
  path?: string;
  /** How well it matched; comparable within one document only. */
  score?: number;
}

export interface Snippet {
  text: string;
  /** The passage's path. */
  path?: string | undefined;
  score?: number | undefined;
}

// A smaller remainder of a budget is not spent: a snippet of fewer than 64 characters carries too little information.
const LEAST_TOKENS = 16;

export const CODE_POINTS_A_TOKEN = 4;

/** The number of tokens in a text: code points / 4, rounded up. @see docs/rules.md#tokens */
export function countTokens(text: string): number {
  return Math.ceil(codePoints(text) / CODE_POINTS_A_TOKEN);
}

const PAIRS = /[\ud800-\udbff]/g;

export function codePoints(text: string): number {
  return text.length - (text.match(PAIRS)?.length ?? 0);
}

/**
 * Allots the budgets in rounds. Each round gives every document at most one snippet, best document first, so that one
 * long document cannot use up the budget of the others.
 *
 * @param candidates the passages of each document; documents and passages are ordered best first
 * @param cut        shortens a passage to `maxTokens` and keeps its most relevant part; '' if nothing fits
 * @returns          the snippets of each document, in the order of its text
 */
export function allotSnippets(
  candidates: ReadonlyArray<readonly SnippetCandidate[]>,
  options: SnippetOptions,
  cut: (text: string, maxTokens: number) => string,
): Snippet[][] {
  const chosen = candidates.map((): SnippetCandidate[] => []);
  const tokensLeft = candidates.map(() => options.maxTokensPerResult);
  const left = { snippets: options.maxSnippets ?? Infinity, tokens: options.maxTokens };
  for (let round = 0; round < options.maxSnippetsPerResult; round += 1) {
    for (const [document, passages] of candidates.entries()) {
      const passage = passages[round];
      const tokens = Math.min(left.tokens, tokensLeft[document] ?? 0);
      if (!passage || left.snippets === 0 || tokens < LEAST_TOKENS) continue;
      const whole = countTokens(passage.text);
      const text = whole <= tokens ? passage.text : cut(passage.text, tokens);
      if (text === '') continue;
      chosen[document]?.push({ ...passage, text });
      const spent = whole <= tokens ? whole : countTokens(text);
      left.snippets -= 1;
      left.tokens -= spent;
      tokensLeft[document] = (tokensLeft[document] ?? 0) - spent;
    }
  }
  return chosen.map(inDocumentOrder);
}

function inDocumentOrder(snippets: readonly SnippetCandidate[]): Snippet[] {
  return snippets.toSorted((a, b) => a.ordinal - b.ordinal).map(({ text, path, score }) => ({ text, path, score }));
}
