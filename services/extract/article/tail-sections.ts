import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';
import { isTailHeading } from '../content/tail-headings.ts';

/** A section after an article begins after at least this share of the text. */
const LEAST_BEFORE = 0.6;
/** Each is weighed with all that follows it; a hostile page has any number. */
const MOST_TRIED = 20;

/** Removes what follows the heading of a section that does not belong to the article, up to its end. */
export function dropTailSections(content: Document | Element, measures: Measures): void {
  const whole = (measures.get(content) ?? EMPTY_MEASURE).text;
  const headings = findAll(({ name }) => /^h[2-6]$/.test(name), content.children);
  const tails = headings.filter((heading) => isTailHeading(textContent(heading).replace(/\s+/g, ' ').trim()));
  for (const heading of tails.slice(-MOST_TRIED)) {
    const rest = restFrom(heading, content);
    const length = rest.reduce((sum, node) => sum + lengthOf(node, measures), 0);
    if (rest.length === 0 || length > whole * (1 - LEAST_BEFORE)) continue;
    // From the end, because the removal of a child searches its siblings from there.
    for (const node of rest.toReversed()) removeElement(node);
    return;
  }
}

const lengthOf = (node: ChildNode, measures: Measures) =>
  isText(node) ? node.data.trim().length : (measures.get(node) ?? EMPTY_MEASURE).text;

/** The element and all that follows it in the content. */
function restFrom(element: Element, content: Document | Element): ChildNode[] {
  const rest: ChildNode[] = [element];
  let place: Element = element;
  for (;;) {
    for (let next = place.next; next; next = next.next) rest.push(next);
    const { parent } = place;
    if (parent === content) return rest;
    if (!parent || !isTag(parent)) return [];
    place = parent;
  }
}
