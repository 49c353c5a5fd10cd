import type { Document, Element } from 'domhandler';
import { prepend, removeElement } from 'domutils';
import { textLengthOf } from './text-measure.ts';

/** About 80 words: a page with less of its own is one that waits for a script. */
const LITTLE_TEXT = 500;

/** Where a page says next to nothing else, what it says to those without scripts is its content. */
export function unwrapNoscript(root: Document, elements: readonly Element[]): void {
  const blocks = elements.filter(({ name }) => name === 'noscript');
  const lengths = blocks.map(({ children }) => children.reduce((sum, child) => sum + textLengthOf(child), 0));
  const within = lengths.reduce((sum, length) => sum + length, 0);
  if (within < LITTLE_TEXT || textLengthOf(root) > Math.max(LITTLE_TEXT, within / 2)) return;
  for (const block of blocks) {
    for (const child of block.children.slice()) prepend(block, child);
    removeElement(block);
  }
}
