import { isTag, type Element } from 'domhandler';
import { findOne, removeElement, replaceElement } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { formula } from './formulas.ts';
import { namesOf } from '../dom/names.ts';

/** Attributes in which pages store the address of a lazily loaded image. */
const LAZY = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-url',
  'data-image',
  'data-img-src',
  'data-hi-res-src',
  'data-srcset',
  'data-lazy-srcset',
];

/** In pixels. Smaller images are icons and counters. */
const SMALLEST_PX = 33;
const PLACEHOLDER =
  /^data:|^about:|\/(blank|spacer|pixel|placeholder|transparent|s|1x1|loading|lazy)[\w-]*\.(gif|png|svg)|placeholder/i;
const FORMULA_IMAGE =
  /[/.](latex|mathtex|tex|formula|math|svg\.latex|gif\.latex|png\.latex|svg\.image|render\/math|media\/math)\b|[?&](cht=tx|tex=|latex=)|codecogs|latex\.php/i;
const PICTURE_NAMES = new Set(['avatar', 'emoji', 'icon', 'smiley', 'gravatar', 'favicon']);

/**
 * Gives images the address that a browser would load, removes icons and avatars, and turns images of formulas into TeX.
 */
export function settleImages(elements: readonly Element[]): void {
  for (const block of elements.filter(({ name }) => name === 'noscript')) preferNoscript(block);
  for (const image of elements.filter(({ name }) => name === 'img')) {
    const tex = texOf(image);
    const source = sourceOf(image);
    if (tex) replaceElement(image, formula(tex, false));
    else if (!source || isTiny(image) || isOfPerson(image)) removeElement(image);
    else image.attribs.src = source;
  }
}

/** The `noscript` image replaces the one that a script would fill. */
function preferNoscript(block: Element): void {
  const real = findOne(({ name }) => name === 'img', block.children);
  const isOnly = block.children.filter(isTag).length === 1;
  if (!real || !isOnly || findOne(({ name }) => name === 'p' || name === 'iframe', block.children)) return;
  let before = block.prev;
  while (before && !isTag(before) && 'data' in before && before.data.trim() === '') before = before.prev;
  const waiting = before && isTag(before) ? imageOf(before) : null;
  if (waiting && PLACEHOLDER.test(waiting.attribs.src ?? 'data:')) removeElement(waiting);
  else if (waiting) return;
  if (isTag(real)) replaceElement(block, real);
}

const imageOf = (element: Element) =>
  element.name === 'img' ? element : findOne(({ name }) => name === 'img', element.children);

function sourceOf({ attribs, parent }: Element): string | undefined {
  const { src = '', srcset } = attribs;
  if (src !== '' && !PLACEHOLDER.test(src)) return src;
  const lazy = LAZY.map((name) => attribs[name]).find((value) => value && !PLACEHOLDER.test(value));
  const fromSet = largestOf(srcset);
  if (lazy) return largestOf(lazy) ?? lazy;
  if (fromSet) return fromSet;
  const sources =
    parent && isTag(parent) && parent.name === 'picture'
      ? findAll(({ name }) => name === 'source', parent.children)
      : [];
  const ofPicture = sources
    .map((source) => largestOf(source.attribs.srcset ?? source.attribs['data-srcset']))
    .find((url) => url);
  return ofPicture ?? (src.startsWith('data:') || src === '' ? undefined : src);
}

/** The URL of the largest candidate of a `srcset`. */
function largestOf(srcset: string | undefined): string | undefined {
  if (!srcset || !/\s\d+(\.\d+)?[wx]\s*(,|$)/.test(srcset)) return undefined;
  const candidates = Array.from(srcset.matchAll(/(\S+)\s+([\d.]+)[wx]\s*(?:,|$)/g), ([, url = '', size]) => ({
    url,
    size: Number(size),
  }));
  const largest = candidates.toSorted((a, b) => b.size - a.size)[0]?.url;
  return largest && !largest.startsWith('data:') ? largest : undefined;
}

function isTiny({ attribs }: Element): boolean {
  return [attribs.width, attribs.height].some(
    (size) => size !== undefined && /^\d+(px)?$/.test(size) && Number.parseInt(size, 10) < SMALLEST_PX,
  );
}

const isOfPerson = (image: Element) =>
  namesOf(image).some(({ words }) => words.some((word) => PICTURE_NAMES.has(word)));

/** The formula of an image, from its text. */
function texOf(image: Element): string | undefined {
  const { src = '', alt = '' } = image.attribs;
  const isFormula =
    FORMULA_IMAGE.test(src) ||
    namesOf(image).some(({ words }) => words.some((word) => word === 'latex' || word === 'mwe' || word === 'tex'));
  const tex = alt
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1')
    .trim();
  return isFormula && tex !== '' ? tex : undefined;
}
