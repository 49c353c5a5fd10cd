import { isTag, isText, Text, type AnyNode, type ChildNode, type Element } from 'domhandler';
import { findOne, removeElement, replaceElement, textContent } from 'domutils';
import { raisedText } from '../../text/markdown/raised-text.ts';

export const isRaised = ({ name }: Element) => name === 'sup' || name === 'sub';
const CODE = new Set(['code', 'pre', 'tt', 'samp', 'kbd']);
const MARK = /^[\s[(]*(?:\d{1,4}(?:\.\d{1,3})?|[a-z]{1,2}|[*†‡§¶]+|(?:note|nb|n) ?\d+)[\s\])]*$/i;
/** In characters. This much preceding text is enough to interpret a raised text. */
const ENOUGH_BEFORE = 24;

/** Writes superscripts and subscripts as text in the line, and removes marks of footnotes that lie elsewhere. */
export function settleRaised(elements: readonly Element[]): void {
  const raised = elements.filter(isRaised);
  if (!elements.some(({ attribs }) => attribs['data-footnote'] !== undefined)) markUnlinkedNotes(raised);
  for (const element of raised.filter(({ attribs }) => attribs['data-footnote'] === undefined)) {
    if (isFraction(element)) writeFraction(element);
    else if (holdsMore(element)) unwrap(element);
    else writeLine(element);
  }
}

function writeLine(element: Element): void {
  const { prev, next } = element;
  const line = lineOf(element, textBefore(element));
  const isBeforeSign = next !== null && isText(next) && /^[,.;:!?)]/.test(next.data);
  if (line === '' && isBeforeSign && prev !== null && isText(prev)) prev.data = prev.data.trimEnd();
  // In place: replacing one of a hundred thousand siblings scans all of them.
  const text = new Text(line);
  text.parent = element;
  element.name = 'span';
  element.children = [text];
}

const NUMBER = /^\s*\d{1,3}\s*$/;

/** Numbers after words that also start a block further down: marks of footnotes without links. */
function markUnlinkedNotes(raised: readonly Element[]): void {
  const numbers = raised.filter(
    ({ name, children }) => name === 'sup' && children.every(isText) && NUMBER.test(textContent(children)),
  );
  const notes = new Map(
    numbers
      .filter((mark) => textBefore(mark).trim() === '' && mark.next !== null)
      .map((mark) => [textContent(mark).trim(), mark]),
  );
  const places = new Map(numbers.map((mark, place) => [mark, place]));
  for (const mark of numbers) {
    const number = textContent(mark).trim();
    const note = notes.get(number);
    if (
      !note ||
      note === mark ||
      (places.get(note) ?? 0) < (places.get(mark) ?? 0) ||
      raisedText({ content: number, position: 'above', before: textBefore(mark) }) !== ''
    )
      continue;
    asFootnote(mark, number);
    if (note.attribs['data-footnote'] !== undefined) continue;
    asFootnote(note, number);
    if (note.next && isText(note.next)) note.next.data = `: ${note.next.data.trimStart()}`;
    else insertBefore(note.next ?? note, new Text(': '));
  }
}

function asFootnote(mark: Element, number: string): void {
  mark.name = 'span';
  mark.attribs['data-footnote'] = number;
}

/**
 * The text of an element with its superscripts and subscripts on the line.
 *
 * @param isLeftOut whether to omit a descendant
 */
export function lineText(element: Element, isLeftOut: (inner: Element) => boolean = () => false): string {
  let text = '';
  const visit = (node: AnyNode): void => {
    if (isText(node)) text += node.data;
    if (!isTag(node) || isLeftOut(node)) return;
    if (isRaised(node)) text += lineOf(node, text.slice(-ENOUGH_BEFORE));
    else for (const child of node.children) visit(child);
  };
  for (const child of element.children) visit(child);
  return text;
}

/** Superscript or subscript text as written after `before`; '' for a footnote mark. */
export function lineOf(element: Element, before: string): string {
  if (isNoteMark(element)) return '';
  const isCode = isWithinCode(element);
  return raisedText({
    content: lineText(element),
    position: element.name === 'sup' ? 'above' : 'below',
    before,
    isCode,
  });
}

/** A link to a footnote. Links whose footnote is on the page are marked earlier. */
function isNoteMark(element: Element): boolean {
  const link = findOne(({ name }) => name === 'a', element.children);
  return link !== null && (link.attribs.href ?? '#').includes('#') && MARK.test(textContent(link));
}

const holdsMore = (element: Element) =>
  findOne(
    ({ name, attribs }) =>
      name === 'img' ||
      'data-footnote' in attribs ||
      'data-formula' in attribs ||
      (name === 'a' && !(attribs.href ?? '#').includes('#')),
    element.children,
  ) !== null;

function unwrap(element: Element): void {
  const marks = element.children.filter((child) => isTag(child) && 'data-footnote' in child.attribs);
  for (const child of marks.length > 0 ? marks : element.children.slice()) {
    removeElement(child);
    insertBefore(element, child);
  }
  removeElement(element);
}

function insertBefore(place: ChildNode, added: ChildNode): void {
  const { parent } = place;
  if (!parent) return;
  added.parent = parent;
  added.prev = place.prev;
  added.next = place;
  if (place.prev) place.prev.next = added;
  place.prev = added;
  parent.children.splice(parent.children.indexOf(place), 0, added);
}

const FRACTION_LINE = /^\s*[/⁄]\s*$/;

function isFraction({ name, next, children }: Element): boolean {
  if (name !== 'sup' || !next || !isText(next) || !FRACTION_LINE.test(next.data)) return false;
  return (
    next.next !== null && isTag(next.next) && next.next.name === 'sub' && /^\s*\d+\s*$/.test(textContent(children))
  );
}

function writeFraction(top: Element): void {
  const line = top.next;
  const bottom = line?.next;
  if (!line || !bottom) return;
  const space = /\d$/.test(textBefore(top)) ? ' ' : '';
  const text = `${space}${textContent(top).trim()}/${textContent(bottom).trim()}`;
  removeElement(line);
  removeElement(bottom);
  replaceElement(top, new Text(text));
}

function isWithinCode(element: Element): boolean {
  for (let parent = element.parent; parent && isTag(parent); parent = parent.parent)
    if (CODE.has(parent.name)) return true;
  return false;
}

const BLOCKS = new Set([
  'p',
  'div',
  'li',
  'td',
  'th',
  'dt',
  'dd',
  'body',
  'section',
  'article',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** The end of the text before an element in its block. */
function textBefore(element: Element): string {
  let text = '';
  let node: Element = element;
  while (text.length < ENOUGH_BEFORE) {
    for (let before = node.prev; before && text.length < ENOUGH_BEFORE; before = before.prev) {
      if (isTag(before) && (BLOCKS.has(before.name) || before.name === 'br')) return text;
      text = textContent(before) + text;
    }
    const { parent } = node;
    if (!parent || !isTag(parent) || BLOCKS.has(parent.name)) return text;
    node = parent;
  }
  return text.slice(-ENOUGH_BEFORE);
}
