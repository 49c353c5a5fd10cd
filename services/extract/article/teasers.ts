import type { Document, Element } from 'domhandler';
import { removeElement } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { namesOf, type Name } from '../dom/names.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

const TEASERS = new Set(['teaser', 'teasers', 'teaserbox']);
/** A larger part of the content is the content, whatever its name. */
const LARGEST_SHARE = 0.2;
/** In characters. With less beside them, the page is a list of teasers. */
const LEAST_BESIDE = 600;

/** Removes boxes that show other pages. The lead of an article has the same name at times, but no link. */
export function dropTeasers(content: Document | Element, measures: Measures): void {
  const whole = (measures.get(content) ?? EMPTY_MEASURE).text;
  const isTeaser = (element: Element) => {
    if (!MAY_BE_TEASER.test(element.attribs.class ?? '') || !namesOf(element).some(isTeaserName)) return false;
    const { text, links } = measures.get(element) ?? EMPTY_MEASURE;
    return links > 0 && text <= whole * LARGEST_SHARE;
  };
  const found = findAll(isTeaser, content.children);
  const inner = new Set(found.flatMap(({ children }) => findAll(isTeaser, children)));
  const teasers = found.filter((teaser) => !inner.has(teaser));
  const length = teasers.reduce((sum, teaser) => sum + (measures.get(teaser) ?? EMPTY_MEASURE).text, 0);
  if (whole - length >= LEAST_BESIDE) for (const teaser of teasers) removeElement(teaser);
}

const MAY_BE_TEASER = /teaser/i;
const isTeaserName = ({ words }: Name) => words.some((word) => TEASERS.has(word));
