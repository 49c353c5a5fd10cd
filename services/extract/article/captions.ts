import { isTag, type Document, type Element } from 'domhandler';
import { findOne, removeElement, textContent } from 'domutils';
import { findAll } from '../dom/elements.ts';
import { namesOf, type Name } from '../dom/names.ts';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/** A caption with its number belongs to the text, which refers to it. */
const NUMBERED = /^\s*(?:fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|tab(?:le|elle|\.)?|scheme|chart|図|图)\s*\.?\s*\d/i;

/** In characters. A longer text is no caption, whatever its name. */
const LONGEST_CAPTION = 600;

const SHOWN = new Set(['table', 'pre', 'code', 'blockquote', 'math', 'figure']);

/** Removes the captions of pictures. What a figure of code, of data or of a quotation says about it stays. */
export function dropCaptions(content: Document | Element, measures: Measures): void {
  const isShort = (element: Element) => (measures.get(element) ?? EMPTY_MEASURE).text <= LONGEST_CAPTION;
  for (const caption of findAll((element) => isShort(element) && isCaption(element), content.children))
    removeElement(caption);
}

function isCaption(element: Element): boolean {
  if (element.name !== 'figcaption' && !namesOf(element).some(isCaptionName)) return false;
  if (NUMBERED.test(textContent(element))) return false;
  const figure = element.parent;
  return (
    !figure ||
    !isTag(figure) ||
    element.name !== 'figcaption' ||
    findOne(({ name }) => SHOWN.has(name), figure.children) === null
  );
}

const CAPTION_WORDS = new Set(['caption', 'captions', 'figcaption']);
const isCaptionName = ({ words }: Name) =>
  CAPTION_WORDS.has(words.at(-1) ?? '') || (words.at(-2) === 'caption' && words.at(-1) === 'text');
