import { Element, isTag, type Document } from 'domhandler';
import { appendChild, findOne, textContent } from 'domutils';
import { openingSection } from './opening-section.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/** Shorter blocks before and after a text are labels of the site, not part of it. */
const SHORTEST_LEAD = 80;
const SHORTEST_TAIL = 140;
const LINK_DENSITY = 0.25;
/** A neighbour is shorter than the text; a longer one is another text. */
const LARGEST_SHARE = 0.5;
const HIGHEST_CLIMB = 6;

/**
 * Returns the content with the parts of it that lie outside: the lead above it, up to the page's heading, and the
 * paragraphs beside it. Changes the tree.
 */
export function withNeighbours(content: Document | Element, measures: Measures): Document | Element {
  if (!isTag(content)) return content;
  const { before, after } = neighboursOf(content, measures);
  if (before.length === 0 && after.length === 0) return content;
  const whole = new Element('div', {});
  for (const child of [...before, content, ...after]) appendChild(whole, child);
  return whole;
}

interface Neighbours {
  before: Element[];
  after: Element[];
}

function neighboursOf(content: Element, measures: Measures): Neighbours {
  const limit = (measures.get(content) ?? EMPTY_MEASURE).text * LARGEST_SHARE;
  const found: Neighbours = { before: [], after: [] };
  let isHeadingSeen = hasHeading(content);
  let current: Element = content;
  for (let climbed = 0; climbed < HIGHEST_CLIMB && current.parent && isTag(current.parent); climbed += 1) {
    const siblings = current.parent.children;
    const place = siblings.indexOf(current);
    if (!isHeadingSeen) {
      const above = siblings.slice(0, place).filter(isTag);
      isHeadingSeen = above.some(hasHeading);
      found.before = above.flatMap((element) => leadsOf(element, measures, limit)).concat(found.before);
    }
    if (climbed === 0) {
      found.after = siblings
        .slice(place + 1)
        .filter(isTag)
        .filter((element) => isParagraphs(element, measures, limit));
    }
    current = current.parent;
  }
  // Without a heading above, nothing shows where the text starts.
  return isHeadingSeen ? found : { before: [], after: found.after };
}

const hasHeading = (element: Element) =>
  element.name === 'h1' || findOne(({ name }) => name === 'h1', element.children) !== null;

/** The paragraphs of an element above the text: those after its heading, if it has one. */
function leadsOf(element: Element, measures: Measures, limit: number): Element[] {
  if (isParagraphs(element, measures, limit) && !hasHeading(element) && element.name !== 'ul') return [element];
  const section = openingSection(element, measures);
  if (section.length > 0) return section;
  let parts: Element[] = [];
  for (const child of element.children.filter(isTag)) {
    if (hasHeading(child)) parts = [];
    if (child.name !== 'h1') parts = parts.concat(leadsOf(child, measures, limit));
  }
  return parts;
}

const PARAGRAPHS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'pre', 'blockquote', 'strong', 'table', 'div', 'span', 'b']);
const PARTS = new Set(['p', 'h2', 'h3', 'ul', 'ol', 'pre', 'blockquote', 'table', 'figure']);

function isParagraphs(element: Element, measures: Measures, limit: number): boolean {
  if (!PARAGRAPHS.has(element.name)) return false;
  const { text, links, prose } = measures.get(element) ?? EMPTY_MEASURE;
  if (text < SHORTEST_LEAD || text > limit || links > text * LINK_DENSITY || prose < SHORTEST_LEAD) return false;
  if (PARTS.has(element.name)) return endsSentence(element) || text >= SHORTEST_TAIL;
  return !element.children.filter(isTag).some(({ name }) => name === 'div' || name === 'section' || name === 'article');
}

const endsSentence = (element: Element) => /[.!?…。！？“”"»)]\s*$/.test(textContent(element).slice(-20));
