import { Element, isTag, type ChildNode, type Document } from 'domhandler';
import { appendChild, findOne, prepend, removeElement, textContent } from 'domutils';
import { findAll } from './elements.ts';
import { localFragment } from './local-links.ts';

const BLOCKS = new Set([
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'table',
  'figure',
  'section',
  'article',
  'blockquote',
  'pre',
  'header',
  'footer',
  'figcaption',
  'dl',
]);
const HEADING = /^h[1-6]$/;
// Icon fonts place their glyphs in the private use area.
const PERMALINK = /^[\s#¶§🔗⚓\p{So}\p{Co}\u200b\u00a0]*$/u;

/**
 * Reduces links to what Markdown can write: links around words, not around boxes and images, and none that only mark
 * their own position.
 */
export function settleLinks(content: Document | Element): void {
  for (const heading of findAll(({ name }) => HEADING.test(name), content.children)) dropMark(heading);
  for (const link of findAll(({ name }) => name === 'a', content.children)) {
    if (isPermalink(link)) removeElement(link);
    else if (textContent(link).trim() === '' || isOfHeading(link)) unwrap(link);
    else if (findOne(({ name }) => BLOCKS.has(name), link.children)) moveInside(link);
  }
}

/** A link without words that only marks its own position. */
export function isPermalink({ name, children }: Element): boolean {
  return (
    name === 'a' &&
    PERMALINK.test(textContent(children)) &&
    findOne((inner) => inner.name === 'img' || inner.name === 'code', children) === null
  );
}

/** A permalink mark that a script would turn into a link. */
function dropMark(heading: Element): void {
  const last = heading.children.findLast((child) => textContent(child).trim() !== '');
  if (!last || last === heading.children.find((child) => textContent(child).trim() !== '')) return;
  if (isTag(last) && !/^(?:a|code|img)$/.test(last.name) && PERMALINK.test(textContent(last))) removeElement(last);
}

/** A heading that links to itself. */
const isOfHeading = (link: Element) => localFragment(link) !== undefined && isHeading(link);

const isHeading = ({ parent }: Element) => parent !== null && isTag(parent) && HEADING.test(parent.name);

/** A card inside a single link becomes a card whose heading, or first line, is the link. */
function moveInside(link: Element): void {
  const heading = findOne(({ name }) => HEADING.test(name), link.children) ?? findOne(isLine, link.children);
  if (heading) {
    const inner = new Element('a', { ...link.attribs }, []);
    for (const child of heading.children.slice()) appendChild(inner, child);
    appendChild(heading, inner);
  }
  unwrap(link);
}

const isLine = (element: Element) =>
  textContent(element).trim() !== '' &&
  !element.children.some((child: ChildNode) => isTag(child) && BLOCKS.has(child.name));

function unwrap(element: Element): void {
  for (const child of element.children.slice()) prepend(element, child);
  removeElement(element);
}

/** An address of a page, absolute; undefined unless it is one of http or https. */
export function absolute(reference: string | undefined, baseUrl: string): string | undefined {
  const url = reference === undefined ? null : URL.parse(reference.trim(), baseUrl);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  return SESSION.test(url.href) ? url.href.replace(SESSION, withoutSession) : url.href;
}

/** The number of a visitor's session, which forums and servlets write into each link. */
const SESSION = /;jsessionid=[\w.!-]{16,}|([?&])(?:sid|phpsessid|jsessionid|session_?id|s)=[0-9a-f]{32}(&|(?=#|$))/i;

const withoutSession = (_whole: string, before = '', after = '') => (after === '&' ? before : '');
