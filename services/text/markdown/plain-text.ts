import { withoutEmphasis } from './emphasis.ts';
import { withoutTags } from './html-tags.ts';
import { codeParts, spanCode, type MarkdownPart } from './code-parts.ts';
import { keepCode } from './keep-code.ts';
import { raisedInText } from './raised-text.ts';
import { LINK_TARGET } from './markdown-links.ts';

const IMAGE = new RegExp(String.raw`!\[(?:\\.|[^[\]\\])*\]${LINK_TARGET}`, 'g');
// Not from an escaped bracket: from each of many, the search would go on to the end of the text.
const LINK = new RegExp(String.raw`(?<!\\)\[((?:\\.|[^[\]\\])*)\]${LINK_TARGET}`, 'g');
const HEADING = /^#{1,6}\s+/gm;
const QUOTE = /^>\s?/gm;
const TABLE_RULE = /^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*:?-*:?[ \t]*$/gm;
// A single fence: the text was cut within its block.
const FENCE = /^[ \t>]*(?:`{3,}|~{3,}).*$/gm;
const FOOTNOTE = /\[\^[^\]\s]{1,40}\](?::[ \t]*)?/g;
// Begins at the first space of a run alone: from each of them, a long run would take time with its square.
const LINE_BREAK = /(?:(?<![ \t])[ \t]{2,}|\\)$/gm;
// A literal backtick would later be taken for the start of code.
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
 * The words of a Markdown page without its markup, paragraphs kept apart: the basis for choosing and verifying
 * sentences. Inline code keeps its backticks; code blocks are removed, because no sentence of them is an answer.
 */
export function plainText(markdown: string): string {
  return keepCode(markdown, wordsOf, restOf);
}

/** All that a reader of a Markdown page sees, without markup: its words, and its code as it stands. */
export function readableText(markdown: string): string {
  return codeParts(keepCode(markdown, wordsOf))
    .map(readablePart)
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function readablePart({ type, text }: MarkdownPart): string {
  if (type === 'prose') return text;
  return type === 'span' ? spanCode(text) : codeOf(text);
}

const FENCE_LINE = /^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})/;

/** The code of a block without its fences. */
function codeOf(block: string): string {
  const lines = block.split('\n');
  const isBlankLast = lines.at(-1) === '';
  const end = lines.length - Number(isBlankLast);
  const isFenced = FENCE_LINE.test(lines[0] ?? '');
  const isClosed = isFenced && end > 1 && FENCE_LINE.test(lines[end - 1] ?? '');
  return lines.slice(Number(isFenced), end - Number(isClosed)).join('\n') + (isBlankLast ? '\n' : '');
}

/** A pattern would look for the end of each comment of a text that ends none. */
function withoutComments(prose: string): string {
  let text = '';
  let at = 0;
  for (let start = prose.indexOf('<!--'); start !== -1; start = prose.indexOf('<!--', at)) {
    const end = prose.indexOf('-->', start + 4);
    if (end === -1) break;
    text += prose.slice(at, start);
    at = end + 3;
  }
  return text + prose.slice(at);
}

function wordsOf(prose: string): string {
  const words = withoutTags(raisedInText(withoutComments(prose)))
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

/** The remainder of a block: the line break after it, or its code if the text was cut within it. */
function restOf(block: string): string {
  const isWhole = /\n[\s>]*(?:`{3,}|~{3,})[ \t]*\n?$/.test(block) || !/^[\s>\-*+\d.)]*(?:`{3,}|~{3,})/.test(block);
  if (!isWhole) return block.slice(block.indexOf('\n'));
  return block.endsWith('\n') ? '\n' : '';
}
