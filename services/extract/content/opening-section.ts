import { isTag, type Element } from 'domhandler';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/**
 * The sections below the page's heading in its box, each with a heading and text: manual pages give their name and
 * purpose in this form. A box with links belongs to the site.
 */
export function openingSection(box: Element, measures: Measures): Element[] {
  const { links } = measures.get(box) ?? EMPTY_MEASURE;
  const parts = box.children.filter(isTag);
  const title = parts.findIndex(({ name }) => name === 'h1');
  if (links > 0 || title < 0) return [];
  const below = parts.slice(title + 1);
  const section = below.slice(below.findIndex(isSubheading));
  const [heading, text] = section;
  const isText = text !== undefined && !isSubheading(text) && (measures.get(text) ?? EMPTY_MEASURE).prose > 0;
  return heading && isSubheading(heading) && isText ? section : [];
}

const isSubheading = ({ name }: Element) => /^h[2-6]$/.test(name);
