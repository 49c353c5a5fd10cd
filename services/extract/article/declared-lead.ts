import { isTag, type Document, type Element } from 'domhandler';
import { prependChild, removeElement } from 'domutils';
import { beginningOf, compared } from './compared-text.ts';
import { isAround } from '../dom/elements.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/** In characters. Shorter descriptions are slogans. */
const SHORTEST_LEAD = 60;
/** In characters. A longer text is more than a lead. */
const LONGEST_LEAD = 1_000;
/** In characters. Descriptions are often cut, so only their beginning is compared. */
const COMPARED = 45;
/** In characters. The first word of a lead stands here; most elements need no closer comparison. */
const LONGEST_START = 30;
/** In characters. A description from further down is no lead. */
const BEGINNING = 1_500;

const LEADS = new Set(['p', 'div', 'h2', 'h3', 'h4', 'span', 'strong', 'section', 'ul', 'blockquote']);
/** What these hold is about another page, or is not shown. */
const ELSEWHERE = new Set(['a', 'nav', 'footer', 'aside', 'head', 'noscript', 'template', 'button']);

/**
 * Puts the lead of an article before its text. Many pages show it in a box of the title: it is the element with the
 * words that the page declares as its description.
 *
 * @param elements all of the page, in its order
 */
export function withLead(content: Document | Element, elements: readonly Element[], measures: Measures): void {
  const wanted = beginningsOf(elements);
  if (wanted.length === 0) return;
  const begun = compared(beginningOf(content, BEGINNING));
  if (wanted.some((beginning) => begun.includes(beginning))) return;
  const lead = elements.find((element) => isLead(element, wanted, measures));
  if (!lead || isAround(lead, content)) return;
  removeElement(lead);
  prependChild(content, lead);
}

function isLead(element: Element, wanted: readonly string[], measures: Measures): boolean {
  if (!LEADS.has(element.name)) return false;
  const { text, links } = measures.get(element) ?? EMPTY_MEASURE;
  if (text < SHORTEST_LEAD || text > LONGEST_LEAD || links > text / 2) return false;
  const raw = beginningOf(element, COMPARED * 3);
  const start = raw.trimStart().slice(0, LONGEST_START).toLowerCase();
  return (
    wanted.some((one) => start.includes(firstWord(one))) &&
    wanted.some((one) => compared(raw).startsWith(one)) &&
    isShown(element)
  );
}

function beginningsOf(elements: readonly Element[]): string[] {
  const texts = elements
    .filter(({ name, attribs }) => name === 'meta' && DESCRIPTION.test(attribs.property ?? attribs.name ?? ''))
    .map(({ attribs }) => attribs.content ?? '')
    .filter((text) => text.length >= SHORTEST_LEAD);
  return [...new Set(texts.map((text) => compared(text.slice(0, COMPARED * 3)).slice(0, COMPARED)))];
}

/** Without spaces between words, its first characters. */
const firstWord = (text: string) => (text.split(' ', 1)[0] ?? '').slice(0, 6);

const DESCRIPTION = /^(?:og:|twitter:)?description$/i;

function isShown(element: Element): boolean {
  for (let place: Element | null = element; place; place = place.parent && isTag(place.parent) ? place.parent : null)
    if (ELSEWHERE.has(place.name) || place.attribs.hidden !== undefined) return false;
  return true;
}
