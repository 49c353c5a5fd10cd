import type { SnippetOptions } from './selected-fields.ts';

/** A passage that may become a snippet of its document. */
export interface SnippetCandidate {
  ordinal: number;
  text: string;
  /** The headings and terms above it; '' for none. */
  path?: string;
  /** How well it matched; comparable within one document only. */
  score?: number;
}

export interface Snippet {
  text: string;
  /** As of the passage. */
  path?: string | undefined;
  score?: number | undefined;
}

// What is left of a budget below this is not worth a snippet: a cut of 64 characters says nothing.
const LEAST_TOKENS = 16;

/** Tokens as counted everywhere: code points / 4, rounded up. @see docs/rules.md#tokens */
export function countTokens(text: string): number {
  return Math.ceil(codePoints(text) / 4);
}

function codePoints(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}

/**
 * Spends the budgets one snippet a document at a time, best documents first, so that no long document starves the rest.
 *
 * @param candidates for each document, best first, its passages, best first
 * @param cut        shortens a passage to so many tokens, its most telling part kept; '' when nothing fits
 * @returns          for each document its snippets, in the order of the document
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
      const text = countTokens(passage.text) <= tokens ? passage.text : cut(passage.text, tokens);
      if (text === '') continue;
      chosen[document]?.push({ ...passage, text });
      left.snippets -= 1;
      left.tokens -= countTokens(text);
      tokensLeft[document] = (tokensLeft[document] ?? 0) - countTokens(text);
    }
  }
  return chosen.map(inDocumentOrder);
}

function inDocumentOrder(snippets: readonly SnippetCandidate[]): Snippet[] {
  return snippets.toSorted((a, b) => a.ordinal - b.ordinal).map(({ text, path, score }) => ({ text, path, score }));
}
