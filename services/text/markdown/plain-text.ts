import { withoutEmphasis } from './emphasis.ts';
import { withoutTags } from './html-tags.ts';
import { keepCode } from './keep-code.ts';
import { raisedInText } from './raised-text.ts';
import { LINK_TARGET } from './markdown-links.ts';

const IMAGE = new RegExp(String.raw`!\[(?:\\.|[^[\]\\])*\]${LINK_TARGET}`, 'g');
const LINK = new RegExp(String.raw`\[((?:\\.|[^[\]\\])*)\]${LINK_TARGET}`, 'g');
const HEADING = /^#{1,6}\s+/gm;
const QUOTE = /^>\s?/gm;
const TABLE_RULE = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm;
// A fence that stands alone: the text was cut within its block.
const FENCE = /^[ \t>]*(?:`{3,}|~{3,}).*$/gm;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\](?::[ \t]*)?/g;
const COMMENT = /<!--[\s\S]*?-->/g;
const LINE_BREAK = /(?:[ \t]{2,}|\\)$/gm;
// A backtick that is text would be taken for the beginning of code later on.
const BACKTICK = /\\?`+/g;
const ESCAPE = /\\([\\*_{}[\]()#+\-.!|<>~&=])/g;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#39|#x27);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
};

/**
 * The words of a Markdown page without its markup, paragraphs kept apart: what sentences are taken from and checked against.
 * Spans of code stay as they are written, with their backticks; blocks of code go, for no sentence of them answers anything.
 */
export function plainText(markdown: string): string {
  return keepCode(markdown, wordsOf, restOf);
}

function wordsOf(prose: string): string {
  const words = withoutTags(raisedInText(prose.replaceAll(COMMENT, '')))
    .replaceAll(FENCE, '')
    .replaceAll(IMAGE, '')
    .replaceAll(FOOTNOTE, '')
    .replaceAll(LINK, '$1')
    .replaceAll(HEADING, '')
    .replaceAll(QUOTE, '')
    .replaceAll(TABLE_RULE, '')
    .replaceAll(LINE_BREAK, '');
  return withoutEmphasis(words)
    .replaceAll(BACKTICK, (run) => (run.startsWith('\\') ? "'" : ''))
    .replaceAll(ESCAPE, '$1')
    .replaceAll(ENTITY, (_entity, name: string) => CHARACTERS[name] ?? '');
}

/** What stays of a block: the line break behind it; its code, where the text was cut within it. */
function restOf(block: string): string {
  const isWhole = /\n[\s>]*(?:`{3,}|~{3,})[ \t]*\n?$/.test(block) || !/^[\s>\-*+\d.)]*(?:`{3,}|~{3,})/.test(block);
  if (!isWhole) return block.slice(block.indexOf('\n'));
  return block.endsWith('\n') ? '\n' : '';
}
