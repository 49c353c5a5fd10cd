import { Element, isTag, type ChildNode, type Document } from 'domhandler';
import { appendChild, findOne, prepend, removeElement, textContent } from 'domutils';
import { findAll } from './elements.ts';

const BLOCKS = new Set(['div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'table', 'figure', 'section', 'article', 'blockquote', 'pre', 'header', 'footer', 'figcaption', 'dl']);
const HEADING = /^h[1-6]$/;
// Icon fonts have their signs among the private characters.
const PERMALINK = /^[\s#¶§🔗⚓\p{So}\p{Co}\u200b\u00a0]*$/u;

/** Makes of links what Markdown can write: around words, not around boxes and pictures; none that only name their place. */
export function settleLinks(content: Document | Element): void {
  for (const link of findAll(({ name }) => name === 'a', content.children)) {
    const isEmpty = PERMALINK.test(textContent(link)) && findOne(({ name }) => name === 'img' || name === 'code', link.children) === null;
    if (isEmpty) removeElement(link);
    else if (textContent(link).trim() === '' || isOfHeading(link)) unwrap(link);
    else if (findOne(({ name }) => BLOCKS.has(name), link.children)) moveInside(link);
  }
}

/** A heading that links to itself. */
const isOfHeading = ({ attribs, parent }: Element) => (attribs.href ?? '').startsWith('#') && parent !== null && isTag(parent) && HEADING.test(parent.name);

/** A card that is one link becomes a card whose heading, or first line, is. */
function moveInside(link: Element): void {
  const heading = findOne(({ name }) => HEADING.test(name), link.children) ?? findOne(isLine, link.children);
  if (heading) {
    const inner = new Element('a', { ...link.attribs }, []);
    for (const child of heading.children.slice()) appendChild(inner, child);
    appendChild(heading, inner);
  }
  unwrap(link);
}

const isLine = (element: Element) => textContent(element).trim() !== '' && !element.children.some((child: ChildNode) => isTag(child) && BLOCKS.has(child.name));

function unwrap(element: Element): void {
  for (const child of element.children.slice()) prepend(element, child);
  removeElement(element);
}
