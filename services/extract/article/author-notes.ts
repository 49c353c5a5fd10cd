import { isTag, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement } from 'domutils';
import { beginningOf, compared } from './compared-text.ts';
import { findAll } from '../dom/elements.ts';
import { EMPTY_MEASURE, textLengthOf, type Measures } from '../dom/text-measure.ts';

/** In characters. A longer note is a text. */
const LONGEST_NOTE = 1_200;
/** A larger part of the content is the content. */
const LARGEST_SHARE = 0.3;

const BLOCKS = new Set(['p', 'div', 'section', 'aside', 'h2', 'h3', 'h4', 'h5', 'h6', 'span', 'strong', 'footer']);
/** Names of one word are those of companies and of desks, which a text mentions. */
const FULL_NAME = /^\p{L}+(?: \p{L}+){1,4}$/u;

/** Removes the notes on the author: the name on its own line with what follows it, or a paragraph that begins with it. */
export function dropAuthorNotes(content: Document | Element, author: string, measures: Measures): void {
  const name = compared(author);
  if (!FULL_NAME.test(name)) return;
  const limit = Math.min(LONGEST_NOTE, (measures.get(content) ?? EMPTY_MEASURE).text * LARGEST_SHARE);
  const opening = findAll((element) => {
    if (!BLOCKS.has(element.name)) return false;
    const { text } = measures.get(element) ?? EMPTY_MEASURE;
    return text >= name.length && text <= limit && opensNote(element, name);
  }, content.children);
  for (const element of opening) {
    const note = [element, ...(isName(element, name) ? after(element) : [])];
    const length = note.reduce((sum, node) => sum + textLengthOf(node), 0);
    for (const node of length <= limit ? note : [element]) removeElement(node);
  }
}

const isName = (element: Element, name: string) => compared(beginningOf(element, name.length * 4)) === name;

function opensNote(element: Element, name: string): boolean {
  const start = compared(beginningOf(element, name.length * 4 + 40));
  return start === name || start.startsWith(`${name} is `) || start.startsWith(`${name} has `);
}

/** What follows in the same box, if nothing stands before the name in it but pictures. */
function after(element: Element): ChildNode[] {
  for (let before = element.prev; before; before = before.prev) if (textLengthOf(before) > 0) return [];
  const found: ChildNode[] = [];
  for (let next = element.next; next && !(isTag(next) && /^h[1-6]$/.test(next.name)); next = next.next)
    found.push(next);
  return found;
}
