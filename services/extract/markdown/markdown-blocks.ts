import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { fenced } from '../../text/markdown/write-code.ts';
import { escapeInline } from './markdown-escapes.ts';
import { MarkdownLines } from './markdown-lines.ts';

/** The parts of an element's context that affect its Markdown. */
export interface Place {
  isStrong?: boolean;
  isEmphasized?: boolean;
  isStruck?: boolean;
  isInLink?: boolean;
  isInCell?: boolean;
  listDepth?: number;
}

/** An element to write as blocks, and the writer of its content. */
interface BlockTask {
  element: Element;
  lines: MarkdownLines;
  place: Place;
  writeAll(nodes: readonly AnyNode[], lines: MarkdownLines, place: Place): void;
}

type WriteBlock = (task: BlockTask) => void;

/** Elements whose content takes lines of its own. */
const BOXES = new Set(
  (
    'address article aside body center dd details dialog dir div fieldset figcaption figure footer form header html legend main nav ' +
    'section summary tbody td tfoot th thead tr caption hgroup search noscript output'
  ).split(' '),
);

/** Maximum indentation of nested lists: the text of each level is written again for each level around it. */
const DEEPEST_LIST = 20;

function within({ element, place, writeAll }: BlockTask, changes: Place = {}): MarkdownLines {
  const inner = new MarkdownLines();
  writeAll(element.children, inner, { ...place, ...changes });
  return inner;
}

const heading: WriteBlock = (task) => {
  const text = within(task).inOneLine();
  task.lines.addBlock(text && `${'#'.repeat(Number(task.element.name.charAt(1)))} ${text}`);
};

const list: WriteBlock = ({ element, lines, place, writeAll }) => {
  const listDepth = (place.listDepth ?? 0) + 1;
  if (listDepth > DEEPEST_LIST) return writeAll(element.children, lines, place);
  const items = element.children.filter((child) => !isText(child) || child.data.trim() !== '');
  const start = Number.parseInt(element.attribs.start ?? '1', 10) || 0;
  let text = '';
  let number = start;
  for (const item of items) {
    const inner = new MarkdownLines();
    writeAll(isTag(item) && item.name === 'li' ? item.children : [item], inner, { ...place, listDepth });
    const content = inner.toText(true);
    if (content === '') continue;
    const mark = element.name === 'ol' ? `${number}.  ` : '-   ';
    text += (text && '\n') + mark + content.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    if (inner.blocks.at(-1)?.kind === 'paragraph') text += '\n';
    number += 1;
  }
  lines.addBlock(text.trimEnd(), 'list');
};

const quotation: WriteBlock = (task) => {
  const text = within(task).toText();
  task.lines.addBlock(text && text.replaceAll(/^/gm, '> '));
};

const code: WriteBlock = ({ element, lines, place }) => {
  const text = textContent(element).replaceAll(/^\n+|\s+$/g, '');
  const [first] = element.children;
  const language = first && isTag(first) ? (/^language-(\S+)/.exec(first.attribs.class ?? '')?.[1] ?? '') : '';
  if (text === '') return;
  if (place.isInCell) lines.addCode(text.replaceAll(/\s*\n\s*/g, ' '));
  else lines.addBlock(fenced(text, language));
};

const paragraph: WriteBlock = ({ element, lines, place, writeAll }) => {
  lines.endLine();
  const callout = element.attribs['data-callout'];
  if (callout) return lines.addBlock(`[!${callout}] ${escapeInline(textContent(element.children).trim())}`);
  writeAll(element.children, lines, place);
  lines.endLine('paragraph');
};

/** A term is a paragraph, emphasized unless it is code. */
const term: WriteBlock = (task) => {
  const inner = within(task, { isStrong: true });
  const text = inner.inOneLine();
  task.lines.addBlock(/^(?:`[^`]*`)?$/.test(text) ? text : `**${text}**`);
};

/** Markdown has no definition lists: each term with its definition is an item, which keeps what belongs to the term. */
const definitions: WriteBlock = (task) => {
  const { element, lines, place, writeAll } = task;
  const parts = element.children.flatMap((child) => (isTag(child) && child.name === 'div' ? child.children : [child]));
  const listDepth = (place.listDepth ?? 0) + 1;
  const hasTerms = parts.some((part) => isTag(part) && part.name === 'dt');
  if (!hasTerms || place.isInCell || listDepth > DEEPEST_LIST) return box(task);
  const items = definitionItems(parts).map((item) => {
    const inner = new MarkdownLines();
    writeAll(item, inner, { ...place, listDepth });
    return inner.toText();
  });
  lines.addBlock(
    items
      .filter((item) => item !== '')
      .map((item) => `-   ${item.replaceAll(/\n(?=[^\n])/g, '\n    ')}`)
      .join('\n\n'),
    'list',
  );
};

/** A new item begins with the first of the terms that share a definition. */
function definitionItems(parts: readonly AnyNode[]): AnyNode[][] {
  const items: AnyNode[][] = [];
  let isTermBefore = false;
  for (const part of parts) {
    if (isText(part) && part.data.trim() === '') continue;
    const isTerm = isTag(part) && part.name === 'dt';
    if (items.length === 0 || (isTerm && !isTermBefore)) items.push([part]);
    else items.at(-1)?.push(part);
    isTermBefore = isTerm;
  }
  return items;
}

const table: WriteBlock = ({ element, lines, place, writeAll }) => {
  lines.endLine();
  writeAll(
    element.children.filter((child) => !isTag(child) || child.name !== 'tr'),
    lines,
    place,
  );
  const rows = element.children.filter((child): child is Element => isTag(child) && child.name === 'tr');
  lines.addBlock(rows.flatMap((row, index) => rowOf({ element: row, lines, place, writeAll }, index === 0)).join('\n'));
};

/** Markdown has no table without a header: the first row becomes the header, marked or not. */
function rowOf({ element, place, writeAll }: BlockTask, isFirst: boolean): string[] {
  const cells = element.children.filter(
    (child): child is Element => isTag(child) && (child.name === 'td' || child.name === 'th'),
  );
  const written = cells.map(({ children }) => {
    const inner = new MarkdownLines();
    writeAll(children, inner, { ...place, isInCell: true });
    // Code too: Markdown parsers split a row into cells before they look for code.
    return ` ${inner.inOneLine().replaceAll('|', String.raw`\|`)} |`;
  });
  return [`|${written.join('')}`, ...(isFirst ? [`|${' --- |'.repeat(cells.length)}`] : [])];
}

const note: WriteBlock = (task) => {
  task.lines.addBlock(`[^${task.element.attribs['data-note']}]: ${within(task).toText()}`);
};

const box: WriteBlock = ({ element, lines, place, writeAll }) => {
  lines.endLine();
  writeAll(element.children, lines, place);
  lines.endLine();
};

const WRITERS: ReadonlyMap<string, WriteBlock> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, WriteBlock] => [name, heading]),
  ['ul', list],
  ['ol', list],
  ['menu', list],
  ['blockquote', quotation],
  ['pre', code],
  ['p', paragraph],
  ['table', table],
  ['dl', definitions],
  ['dt', term],
  ['hr', ({ lines }) => lines.addBlock('---')],
  ...Array.from(BOXES, (name): [string, WriteBlock] => [name, box]),
]);

/** The writer of a block element; undefined for an inline element. */
export function blockWriter({ name, attribs }: Element): WriteBlock | undefined {
  return name === 'div' && attribs['data-note'] !== undefined ? note : WRITERS.get(name);
}
