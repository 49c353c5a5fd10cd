import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement, textContent } from 'domutils';
import { compared } from './compared-text.ts';
import { textLengthOf } from '../dom/text-measure.ts';

const HEADINGS = new Set(['h1', 'h2', 'h3']);

/** In characters. After more text, a heading begins a section, even if it reads as the title does. */
const MOST_BEFORE = 400;
/** In characters. With less text beside it, the heading is what the page says. */
const LEAST_BESIDE = 200;

/** Removes the heading that only repeats the title, which a document has beside its text. */
export function dropRepeatedTitle(content: Document | Element, title: string): void {
  const wanted = compared(title);
  if (wanted === '') return;
  const heading = firstHeading(content, wanted);
  if (heading && textLengthOf(content) - textLengthOf(heading) >= LEAST_BESIDE) removeElement(heading);
}

/** The heading of this wording before much text. */
function firstHeading(content: Document | Element, wanted: string): Element | undefined {
  let before = 0;
  let found: Element | undefined;
  const visit = (node: ChildNode): void => {
    if (found || before > MOST_BEFORE) return;
    if (isText(node)) before += node.data.trim().length;
    if (!isTag(node)) return;
    if (HEADINGS.has(node.name) && compared(textContent(node)) === wanted) found = node;
    else node.children.forEach(visit);
  };
  content.children.forEach(visit);
  return found;
}
