import { isTag, isText, type ChildNode, type Document, type Element, type ParentNode } from 'domhandler';
import { removeElement, textContent } from 'domutils';
import { findAll, isAround } from '../dom/elements.ts';
import { isAboutLine, isByline } from './about-lines.ts';
import { isOfPosts, isOneText, type PageKind } from './page-kind.ts';
import { isPosterLine } from './poster-lines.ts';
import { isTailHeading } from './tail-headings.ts';
import { measureTree, EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/** An element with a larger share of the content is never removed, whatever its class name. */
const LARGEST_TAIL = 0.4;
/** A section of links has at least this share of its text in links. A section of prose belongs to the text. */
const LINKS_OF_TAIL = 0.3;
const LONGEST_LABEL = 240;

/** Removes what sites put around a text: related links, notes on date and author, share links. */
export function dropAroundText(content: Document | Element, kind: PageKind): void {
  dropTails(content, measureTree(content), kind);
  if (kind !== 'listing') dropAboutLines(content, kind);
}

const HEADINGS = /^h[1-6]$/;
const LABELS = new Set(['p', 'div', 'span', 'strong', 'b', 'em', 'li', 'legend', 'a', 'summary', 'figcaption', 'td']);

function dropTails(content: Document | Element, measures: Measures, kind: PageKind): void {
  const whole = (measures.get(content) ?? EMPTY_MEASURE).text;
  const headings = findAll((element) => isHeadingLike(element) && isTailHeading(lineOf(element)), content.children);
  for (const heading of headings) {
    if (!isAround(content, heading)) continue;
    const limit = whole * (isOneText(kind) ? LARGEST_TAIL : LARGEST_TAIL / 2);
    for (const node of sectionOf(heading, { content, measures, limit })) removeElement(node);
  }
}

const INLINE = new Set(['span', 'strong', 'b', 'em', 'a']);

function isHeadingLike(element: Element): boolean {
  if (HEADINGS.test(element.name)) return true;
  return (
    LABELS.has(element.name) &&
    element.children.length <= 2 &&
    element.children.every((child) => isText(child) || (isTag(child) && child.children.every(isText))) &&
    (!INLINE.has(element.name) || beginsLine(element))
  );
}

/** Whether an inline element starts its line. `<a>tag</a>` within a sentence is a word of the sentence. */
function beginsLine(element: Element): boolean {
  let before = element.prev;
  while (before && !isBreak(before) && textContent(before).trim() === '') before = before.prev;
  return before === null || isBreak(before);
}

const isBreak = (node: ChildNode) => isTag(node) && (node.name === 'br' || BLOCKS.has(node.name));

interface Surroundings {
  content: Document | Element;
  measures: Measures;
  /** In characters. A longer section is not a tail. */
  limit: number;
}

/**
 * The box that a heading opens, or the heading and its following siblings up to the next text; undefined if that is too
 * much.
 */
function sectionOf(heading: Element, { content, measures, limit }: Surroundings): ChildNode[] {
  const lengthOf = (node: ChildNode) => (measures.get(node) ?? EMPTY_MEASURE).text;
  const box = boxOf(heading, content);
  if (box !== heading && lengthOf(box) > lengthOf(heading))
    return isTailOf(box, measures) && lengthOf(box) <= limit ? [box] : [];
  const section: ChildNode[] = [box];
  let length = lengthOf(box);
  for (let next = box.next; next; next = next.next) {
    if (isTag(next) && (isHeading(next) || !isTailOf(next, measures))) break;
    length += lengthOf(next);
    // The search stops here, however long the rest is.
    if (length > limit) return [];
    section.push(next);
  }
  return section;
}

const isHeading = (element: Element) => HEADINGS.test(element.name);

/** The largest element whose text starts with the heading. */
function boxOf(heading: Element, content: Document | Element): Element {
  let box = heading;
  while (box.parent && isTag(box.parent) && box.parent !== content && isFirst(box)) box = box.parent;
  return box;
}

const isFirst = (element: Element): boolean => {
  for (let before = element.prev; before; before = before.prev) {
    if (textContent(before).trim() !== '') return false;
  }
  return true;
};

const LONGEST_NOTE = 300;

function isTailOf(element: Element, measures: Measures): boolean {
  const { text, links } = measures.get(element) ?? EMPTY_MEASURE;
  return text < LONGEST_NOTE || links > text * LINKS_OF_TAIL;
}

const BLOCKS = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'table',
  'section',
  'article',
  'h1',
  'h2',
  'h3',
  'h4',
  'pre',
  'blockquote',
  'figure',
  'dl',
  'li',
  'tr',
]);

/** In tables, code and definitions a line is part of the text's subject: `share` is a word that a manual explains. */
const NO_NOTES = new Set(['pre', 'table', 'math', 'dt']);

/** Lines of the content that are notes about it. */
function dropAboutLines(content: Document | Element, kind: PageKind): void {
  const isNote = (element: Element) => {
    const line = lineOf(element);
    // In a forum, authors and dates separate the posts.
    return line !== '' && (isOfPosts(kind) ? isPosterLine(line) : isAboutLine(line) || isByline(line));
  };
  // One lookup for all children: a paragraph may have a hundred thousand.
  const known = new Map<ParentNode, boolean>();
  const hasText = (parent: ParentNode) => {
    const found = known.get(parent) ?? parent.children.some((child) => isText(child) && child.data.trim() !== '');
    known.set(parent, found);
    return found;
  };
  const visit = (element: Element): void => {
    if (NO_NOTES.has(element.name)) return;
    const parts = element.children.filter(isTag);
    const isLine = !parts.some(({ name }) => BLOCKS.has(name)) && isLineBlock(element, hasText);
    if (isLine && isNote(element)) return removeElement(element);
    if (!isLine) for (const part of parts) visit(part);
  };
  for (const child of content.children.slice()) if (isTag(child)) visit(child);
}

const LINE_BLOCKS = new Set([
  'p',
  'div',
  'li',
  'span',
  'time',
  'small',
  'figcaption',
  'strong',
  'b',
  'em',
  'ul',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'footer',
  'header',
  'address',
  'a',
  'section',
  'cite',
  'blockquote',
]);

/** Whether an element occupies a line of its own, so that its removal breaks no sentence. */
function isLineBlock(element: Element, hasText: (parent: ParentNode) => boolean): boolean {
  if (!LINE_BLOCKS.has(element.name)) return false;
  if (BLOCKS.has(element.name) || /^(h\d|figcaption|footer|header|address|section)$/.test(element.name)) return true;
  const { parent } = element;
  return parent !== null && !hasText(parent);
}

function lineOf(element: Element): string {
  const text = textContent(element);
  return text.length > LONGEST_LABEL * 4 ? '' : text.replace(/\s+/g, ' ').trim();
}
