import { LINK_TARGET } from './markdown-links.ts';

// A whole block of code: no sentence of it answers anything. Where a passage was cut inside one, its fence alone.
const CODE_BLOCK = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm;
const FENCE = /^(?:`{3,}|~{3,}).*$/gm;
const IMAGE = new RegExp(String.raw`!\[(?:\\.|[^[\]\\])*\]${LINK_TARGET}`, 'g');
const LINK = new RegExp(String.raw`\[((?:\\.|[^[\]\\])*)\]${LINK_TARGET}`, 'g');
const HEADING = /^#{1,6}\s+/gm;
const QUOTE = /^>\s?/gm;
const TABLE_RULE = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm;
const EMPHASIS = /(?<!\\)(?:\*\*|__|\*|(?<!\w)_|_(?!\w)|`)/g;
const ESCAPE = /\\([\\`*_{}[\]()#+\-.!|<>~])/g;

/** The words of a Markdown page without its markup, paragraphs kept apart: what sentences are taken from and checked against. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(CODE_BLOCK, '')
    .replaceAll(FENCE, '')
    .replaceAll(IMAGE, '')
    .replaceAll(LINK, '$1')
    .replaceAll(HEADING, '')
    .replaceAll(QUOTE, '')
    .replaceAll(TABLE_RULE, '')
    .replaceAll(EMPHASIS, '')
    .replaceAll(ESCAPE, '$1');
}
