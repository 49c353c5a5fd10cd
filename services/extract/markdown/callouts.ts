import { Element, Text, type Document } from 'domhandler';
import { prependChild, removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { namesOf } from '../dom/names.ts';

const BOXES = /^(admonition|callout|alert|notice|hint|infobox|note-box)$/;
const KINDS = [
  'note',
  'tip',
  'info',
  'warning',
  'danger',
  'caution',
  'important',
  'success',
  'error',
  'abstract',
  'faq',
  'question',
  'example',
  'bug',
  'quote',
  'todo',
  'failure',
  'seealso',
];
const TITLES = new Set(['title', 'heading', 'summary', 'header']);
const LONGEST_TITLE = 100;
const LONGEST_CALLOUT = 4_000;

/** Turns note boxes into quotations in the notation of GitHub and Obsidian: `> [!tip] Title`. */
export function settleCallouts(content: Document | Element): void {
  for (const box of findAll(({ name }) => name === 'div' || name === 'aside' || name === 'section', content.children)) {
    const kind = kindOf(box);
    if (!kind || textContent(box).length > LONGEST_CALLOUT) continue;
    const title = findAll(isTitle, box.children)[0];
    const name = title
      ? textContent(title).replace(/\s+/g, ' ').trim()
      : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    if (title) removeElement(title);
    box.name = 'blockquote';
    const line = new Element('p', { 'data-callout': kind }, [new Text(name)]);
    prependChild(box, line);
  }
}

function kindOf(element: Element): string | undefined {
  const given = element.attribs['data-callout']?.toLowerCase();
  if (given) return KINDS.includes(given) ? given : 'note';
  const words = namesOf(element).flatMap((name) => name.words);
  if (
    !words.some((word) => BOXES.test(word)) ||
    words.some((word) => TITLES.has(word) || word === 'content' || word === 'body' || word === 'icon')
  )
    return undefined;
  return KINDS.find((kind) => words.includes(kind));
}

function isTitle(element: Element): boolean {
  const isNamed = namesOf(element).some(({ words }) => TITLES.has(words.at(-1) ?? ''));
  return isNamed && textContent(element).length <= LONGEST_TITLE;
}
