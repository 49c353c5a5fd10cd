import { codeParts, spanCode, type MarkdownPart } from './code-parts.ts';

// Noncharacters, which occur in no text.
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const TOKEN = /\ufdd0(\d+)\ufdd1/g;

/**
 * Changes the prose of a Markdown text as a whole. Tokens stand in for the code meanwhile, so that no change affects
 * it; a change that removes a token removes its code.
 *
 * @param change receives the text with tokens without markup for its spans, and for its blocks unless `writeBlock`
 *   writes them
 */
export function keepCode(
  markdown: string,
  change: (prose: string) => string,
  writeBlock?: (block: string) => string,
): string {
  const kept: string[] = [];
  const text = codeParts(markdown.replaceAll(/[\ufdd0\ufdd1]/g, ''))
    .map((part) => tokenOf(part, kept, writeBlock))
    .join('');
  return change(text).replaceAll(TOKEN, (_token, index: string) => kept[Number(index)] ?? '');
}

function tokenOf(
  { type, text }: MarkdownPart,
  kept: string[],
  writeBlock: ((block: string) => string) | undefined,
): string {
  if (type === 'prose') return text;
  if (type === 'block' && writeBlock) return writeBlock(text);
  kept.push(text);
  return `${OPEN}${kept.length - 1}${CLOSE}`;
}

/** A text whose inline code has no backticks, for a value or a title. */
export function bareCode(text: string): string {
  return codeParts(text)
    .map(({ type, text: part }) => (type === 'span' ? spanCode(part) : part))
    .join('');
}

/** A text of the same length in which each code span is a single word. */
export function maskSpans(text: string): string {
  if (!text.includes('`')) return text;
  return codeParts(text)
    .map(({ type, text: part }) => (type === 'span' ? 'X'.repeat(part.length) : part))
    .join('');
}
