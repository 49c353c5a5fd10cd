import { isTag, isText, type Document, type Element } from 'domhandler';
import { findOne, removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { landmark, type Weigh } from './landmarks.ts';
import { isDataTable } from './data-table.ts';
import { withNeighbours } from './neighbours.ts';
import { isOfPosts, type PageKind } from './page-kind.ts';
import { measureTree, EMPTY_MEASURE } from '../dom/text-measure.ts';

/** An element with this share of its parent's text replaces the parent. */
const SHARE_OF_CHILD = 0.85;
/** The first post of a forum thread may be the shortest. */
const SHARE_OF_POSTS = 0.97;

/** A page with a smaller share of prose is a listing: all of its text counts. */
const PROSE_OF_ARTICLES = 0.2;

/**
 * Finds the elements that hold the main content of a cleaned page, all within one parent. The search starts at the
 * landmarks, narrows down to the smallest element that still holds nearly all of the content, then widens again to what
 * belongs to it.
 */
export function findMainContent(root: Document, kind: PageKind): Document | Element {
  const measures = measureTree(root);
  const { text, prose } = measures.get(root) ?? EMPTY_MEASURE;
  const isOfText = isOfPosts(kind) || prose < text * PROSE_OF_ARTICLES;
  const weigh: Weigh = (node) => (measures.get(node) ?? EMPTY_MEASURE)[isOfText ? 'text' : 'prose'];
  const share = isOfPosts(kind) ? SHARE_OF_POSTS : SHARE_OF_CHILD;
  let current: Document | Element = landmark(root, kind, weigh) ?? root;
  for (;;) {
    const whole = weigh(current);
    const heir: Element | undefined = current.children
      .filter(isTag)
      .find((child) => canHold(child) && weigh(child) >= whole * share && whole > 0);
    if (!heir || isOneOfSections(heir)) break;
    current = heir;
  }
  return isOfText ? current : withNeighbours(current, measures);
}

const HOLDERS = new Set([
  'html',
  'body',
  'div',
  'main',
  'article',
  'section',
  'table',
  'tbody',
  'tr',
  'td',
  'center',
  'form',
  'span',
  'font',
  'header',
  'footer',
  'aside',
]);

/** A data table stays whole, with its surroundings. A layout table is a box like any other. */
function canHold(element: Element): boolean {
  if (element.name === 'table') return !isDataTable(element);
  if (!HOLDERS.has(element.name) && !element.name.includes('-')) return false;
  const [only, ...others] = element.children.filter(isTag);
  return others.length > 0 || !only || only.name !== 'table' || !isDataTable(only);
}

/** Whether siblings are sections of the same text: of its element, its class and with a heading of its level. */
function isOneOfSections(element: Element): boolean {
  const level = firstHeading(element);
  if (level === undefined || !element.parent) return false;
  return element.parent.children
    .filter(isTag)
    .some(
      (other) =>
        other !== element &&
        other.name === element.name &&
        other.attribs.class === element.attribs.class &&
        firstHeading(other) === level,
    );
}

/** The name of the heading that an element begins with. */
function firstHeading(element: Element): string | undefined {
  const first = element.children.find((child) => !isText(child) || child.data.trim() !== '');
  if (!first || !isTag(first)) return undefined;
  return /^h[1-6]$/.test(first.name) ? first.name : firstHeading(first);
}

const LINK_BLOCKS = new Set(['ul', 'ol', 'div', 'section', 'table', 'dl', 'p']);
const LINK_DENSITY = 0.7;
const LINKS_OF_LISTING = 0.5;

/** A box around a single heading: the siblings after it belong to it. */
function isLinkedHeading(element: Element): boolean {
  const heading = findOne(({ name }) => /^h[1-6]$/.test(name), element.children);
  return heading !== null && textContent(heading).trim() === textContent(element).trim();
}

/** `See A and B.`: words around the links, and a full stop after them. */
function isSentence(element: Element): boolean {
  if (element.name !== 'p' && element.name !== 'div') return false;
  if (element.children.some((child) => isTag(child) && BLOCKS_OF_TEXT.has(child.name))) return false;
  const around = element.children
    .filter(isText)
    .map(({ data }) => data)
    .join(' ');
  return /\p{L}{2}/u.test(around) && /[.!?。]["'”)]*\s*$/.test(textContent(element));
}

const BLOCKS_OF_TEXT = new Set(['p', 'div', 'ul', 'ol', 'table', 'li']);

/** A list announced by a heading of the text. Headings of boilerplate are removed by now. */
function isOfSection(element: Element): boolean {
  if (element.name !== 'ul' && element.name !== 'ol' && element.name !== 'dl') return false;
  let before = element.prev;
  while (before && (isText(before) ? before.data.trim() === '' : !isTag(before))) before = before.prev;
  const heading = before && isTag(before) ? before : undefined;
  if (!heading) return false;
  return (
    /^h[2-4]$/.test(heading.name) ||
    (heading.name === 'div' &&
      heading.children.filter(isTag).length === 1 &&
      heading.children.some((child) => isTag(child) && /^h[2-4]$/.test(child.name)))
  );
}

/** In forums, the date of a post is its permalink. */
const isDate = (element: Element) =>
  textContent(element).trim().length <= LONGEST_DATE &&
  findOne(({ name }) => name === 'time', element.children) !== null;
const LONGEST_DATE = 60;

/** Removes blocks that are lists of links instead of content. */
export function dropLinkBlocks(content: Document | Element): void {
  const measures = measureTree(content);
  const { text: whole, links: linked } = measures.get(content) ?? EMPTY_MEASURE;
  // If links make up most of the content, they are its purpose.
  if (linked > whole * LINKS_OF_LISTING) return;
  const isLinkBlock = (element: Element) => {
    if (!LINK_BLOCKS.has(element.name)) return false;
    const { text, links, prose } = measures.get(element) ?? EMPTY_MEASURE;
    return (
      text > 0 &&
      links / text > LINK_DENSITY &&
      prose < 100 &&
      text < whole * 0.2 &&
      !isLinkedHeading(element) &&
      !isSentence(element) &&
      !isOfSection(element) &&
      !isDate(element)
    );
  };
  for (const block of findAll(isLinkBlock, content.children)) removeElement(block);
}
