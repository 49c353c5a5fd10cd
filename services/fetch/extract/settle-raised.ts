import { isTag, isText, Text, type AnyNode, type Element } from 'domhandler';
import { findOne, removeElement, replaceElement, textContent } from 'domutils';
import { raisedText } from '../../markdown/raised-text.ts';

export const isRaised = ({ name }: Element) => name === 'sup' || name === 'sub';
const CODE = new Set(['code', 'pre', 'tt', 'samp', 'kbd']);
const MARK = /^[\s[(]*(?:\d{1,4}(?:\.\d{1,3})?|[a-z]{1,2}|[*†‡§¶]+|(?:note|nb|n) ?\d+)[\s\])]*$/i;
/** So much of what stands before is enough to tell what is raised. */
const ENOUGH_BEFORE = 24;

/** Writes what stands above or below the line as text in the line, and takes out the marks of notes that stand elsewhere. */
export function settleRaised(elements: readonly Element[]): void {
  for (const element of elements.filter(isRaised)) {
    if (isFraction(element)) writeFraction(element);
    else if (holdsMore(element)) unwrap(element);
    else replaceElement(element, new Text(lineOf(element, textBefore(element))));
  }
}

/** The text of an element with what is raised or lowered in it in one line. */
export function lineText(element: Element): string {
  let text = '';
  const visit = (node: AnyNode): void => {
    if (isText(node)) text += node.data;
    if (!isTag(node)) return;
    if (isRaised(node)) text += lineOf(node, text.slice(-ENOUGH_BEFORE));
    else for (const child of node.children) visit(child);
  };
  for (const child of element.children) visit(child);
  return text;
}

/** Text that is raised or lowered, as it stands behind `before`; '' for the mark of a note. */
export function lineOf(element: Element, before: string): string {
  if (isNoteMark(element)) return '';
  const isCode = isWithinCode(element);
  return raisedText({ content: lineText(element), position: element.name === 'sup' ? 'above' : 'below', before, isCode });
}

/** A link to a note: those whose note stands on the page are marked before. */
function isNoteMark(element: Element): boolean {
  const link = findOne(({ name }) => name === 'a', element.children);
  return link !== null && (link.attribs.href ?? '#').includes('#') && MARK.test(textContent(link));
}

const holdsMore = (element: Element) =>
  findOne(({ name, attribs }) => name === 'img' || 'data-footnote' in attribs || 'data-formula' in attribs || (name === 'a' && !(attribs.href ?? '#').includes('#')), element.children) !== null;

function unwrap(element: Element): void {
  const marks = element.children.filter((child) => isTag(child) && 'data-footnote' in child.attribs);
  for (const child of marks.length > 0 ? marks : element.children.slice()) {
    removeElement(child);
    insertBefore(element, child);
  }
  removeElement(element);
}

function insertBefore(place: Element, node: AnyNode): void {
  const { parent } = place;
  if (!parent) return;
  const added = node as typeof parent.children[number];
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
  return next.next !== null && isTag(next.next) && next.next.name === 'sub' && /^\s*\d+\s*$/.test(textContent(children));
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
  for (let parent = element.parent; parent && isTag(parent); parent = parent.parent) if (CODE.has(parent.name)) return true;
  return false;
}

const BLOCKS = new Set(['p', 'div', 'li', 'td', 'th', 'dt', 'dd', 'body', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

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

