import { codeParts, spanCode, type MarkdownPart } from './code-parts.ts';

// Noncharacters: no text holds them.
const OPEN = '\ufdd0';
const CLOSE = '\ufdd1';
const TOKEN = /\ufdd0(\d+)\ufdd1/g;

/**
 * A Markdown text with its prose changed as a whole. Code stands in it as tokens meanwhile, so that no change reaches into
 * it; code that a change takes out with what is around it is gone.
 *
 * @param change gets the text with its spans, and its blocks unless `writeBlock` writes them, as tokens without markup
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

/** A text whose spans of code stand without their backticks, as a value or a title shows them. */
export function bareCode(text: string): string {
  return codeParts(text)
    .map(({ type, text: part }) => (type === 'span' ? spanCode(part) : part))
    .join('');
}

/** A text of the same length in which each span of code is one word. */
export function maskSpans(text: string): string {
  if (!text.includes('`')) return text;
  return codeParts(text)
    .map(({ type, text: part }) => (type === 'span' ? 'X'.repeat(part.length) : part))
    .join('');
}
