import { isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { fenced } from '../../text/markdown/write-code.ts';
import { codeOf, isInlineCode } from './inline-code.ts';
import { blockWriter, type Place } from './markdown-blocks.ts';
import { escapeInline, linkTarget } from './markdown-escapes.ts';
import { MarkdownLines, type WrittenBlock } from './markdown-lines.ts';

/**
 * Writes content as GitHub-flavoured Markdown. The content must be cleaned, its tables rectangular and its URLs
 * absolute.
 */
export function toMarkdown(content: Document | Element): string {
  const lines = new MarkdownLines();
  writeAll(content.children, lines, {});
  lines.endLine();
  dropOuterRules(lines.blocks);
  return lines.toText();
}

const RULE = '---';

/** A rule separates texts. At the beginning of a document, it would open a block of metadata. */
function dropOuterRules(blocks: WrittenBlock[]): void {
  while (blocks[0]?.text === RULE) blocks.shift();
  while (blocks.at(-1)?.text === RULE) blocks.pop();
}

function writeAll(nodes: readonly AnyNode[], lines: MarkdownLines, place: Place): void {
  for (const node of nodes) {
    if (isText(node)) lines.add(escapeInline(node.data.replaceAll(/[ \t\r\n\f]+/g, ' ')));
    else if (isTag(node)) write(node, lines, place);
  }
}

type Mark = readonly [mark: string, state: 'isStrong' | 'isEmphasized' | 'isStruck'];
const [STRONG, EMPHASIZED, STRUCK]: Mark[] = [
  ['**', 'isStrong'],
  ['*', 'isEmphasized'],
  ['~~', 'isStruck'],
];
const MARKS = new Map([
  ['b', STRONG],
  ['strong', STRONG],
  ['i', EMPHASIZED],
  ['em', EMPHASIZED],
  ['del', STRUCK],
  ['s', STRUCK],
  ['strike', STRUCK],
]);

function write(element: Element, lines: MarkdownLines, place: Place): void {
  const { name, attribs, children } = element;
  const mark = MARKS.get(name);
  const writeBlock = blockWriter(element);
  if (isInlineCode(element)) writeCode(element, lines, place);
  else if (name === 'code') writeFormula(element, lines);
  else if (mark) writeMarked(element, mark, lines, place);
  else if (name === 'a') writeLink(element, lines, place);
  else if (name === 'img') lines.add(imageOf(element));
  else if (name === 'br') lines.breakLine();
  else if (name === 'span' && attribs['data-footnote'] !== undefined) lines.add(`[^${attribs['data-footnote']}]`);
  else if (writeBlock) writeBlock({ element, lines, place, writeAll });
  else writeAll(children, lines, place);
}

function writeFormula({ children, attribs }: Element, lines: MarkdownLines): void {
  const tex = textContent(children).trim();
  if (attribs['data-formula'] === 'display') lines.addBlock(`$$\n${tex}\n$$`);
  else lines.add(`$${tex}$`);
}

function writeCode(element: Element, lines: MarkdownLines, { isInCell }: Place): void {
  const code = codeOf(element);
  if (code.includes('\n') && !isInCell) return lines.addBlock(fenced(code.trim(), ''));
  const text = code.replaceAll(/\s*\n\s*/g, ' ');
  if (text.startsWith(' ')) lines.add(' ');
  if (text.trim() !== '') lines.addCode(text.trim());
  if (text.endsWith(' ')) lines.add(' ');
}

/** Code needs no additional emphasis. */
const CODE_ALONE = /^\s*`[^`]+`\s*$/;

function writeMarked({ children }: Element, [mark, state]: Mark, lines: MarkdownLines, place: Place): void {
  if (place[state] === true) return writeAll(children, lines, place);
  const inner = new MarkdownLines('keepsSpace');
  writeAll(children, inner, { ...place, [state]: true });
  const text = inner.asInline();
  // Emphasis cannot span several blocks.
  if (text === undefined) lines.addAll(inner);
  else if (text.trim() === '' || (mark === '*' && CODE_ALONE.test(text))) lines.add(text);
  else lines.addMarked(mark, text);
}

function writeLink({ attribs, children }: Element, lines: MarkdownLines, place: Place): void {
  const { href } = attribs;
  if (!href || place.isInLink) return writeAll(children, lines, place);
  const inner = new MarkdownLines('keepsSpace');
  writeAll(children, inner, { ...place, isInLink: true });
  const text = (inner.asInline() ?? inner.inOneLine()).replaceAll(/\s*\n\s*/g, ' ');
  if (text.trim() === '') return lines.add(text);
  if (text.startsWith(' ')) lines.add(' ');
  lines.add(`[${text.trim()}](${linkTarget(href)}${titleOf(attribs.title, textContent(children))})`);
  if (text.endsWith(' ')) lines.add(' ');
}

const folded = (text = '') => text.replaceAll(/\s+/g, ' ').trim();

/** The title of a link or an image, if it says more than the text. */
function titleOf(title: string | undefined, text: string): string {
  const shown = folded(title);
  return shown === '' || shown === folded(text) ? '' : ` "${shown.replaceAll('"', String.raw`\"`)}"`;
}

function imageOf({ attribs: { src, alt, title } }: Element): string {
  return src ? `![${escapeInline(folded(alt))}](${linkTarget(src)}${titleOf(title, alt ?? '')})` : '';
}
