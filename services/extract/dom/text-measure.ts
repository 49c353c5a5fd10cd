import { isTag, isText, type AnyNode } from 'domhandler';

const UNSEEN = new Set([
  'script',
  'style',
  'title',
  'template',
  'svg',
  'iframe',
  'select',
  'textarea',
  'noscript',
  'head',
]);

/** Characters of visible text, white space folded. */
export function textLengthOf(node: AnyNode): number {
  if (isText(node)) return foldedLength(node.data);
  if (!('children' in node) || (isTag(node) && UNSEEN.has(node.name))) return 0;
  return node.children.reduce((sum, child) => sum + textLengthOf(child), 0);
}

/** Composition of a subtree's text, in characters. */
export interface TextMeasure {
  text: number;
  /** Within links. */
  links: number;
  /** Within paragraphs and other running text, outside links. */
  prose: number;
}

const PROSE_TAGS = new Set([
  'p',
  'pre',
  'blockquote',
  'li',
  'td',
  'dd',
  'figcaption',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'code',
]);
/** In other elements, shorter text is a label, not prose. */
const SHORTEST_PROSE = 80;

export const EMPTY_MEASURE: TextMeasure = { text: 0, links: 0, prose: 0 };

export type Measures = Map<AnyNode, TextMeasure>;

/** Measures every element of a tree once. */
export function measureTree(root: AnyNode): Measures {
  const measures: Measures = new Map();
  measureInto(measures, root, false, false);
  return measures;
}

function measureInto(measures: Measures, node: AnyNode, isInLink: boolean, isInProse: boolean): TextMeasure {
  if (isText(node)) {
    const text = foldedLength(node.data);
    if (isInLink) return { text, links: text, prose: 0 };
    return { text, links: 0, prose: isInProse || text >= SHORTEST_PROSE ? text : 0 };
  }
  if (!('children' in node)) return EMPTY_MEASURE;
  const measure = { text: 0, links: 0, prose: 0 };
  measures.set(node, measure);
  const name = isTag(node) ? node.name : '';
  if (UNSEEN.has(name)) return measure;
  for (const child of node.children) {
    const part = measureInto(measures, child, isInLink || name === 'a', isInProse || PROSE_TAGS.has(name));
    measure.text += part.text;
    measure.links += part.links;
    measure.prose += part.prose;
  }
  return measure;
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/** The length of a text: a run of white space counts as one character, at either end as none. */
function foldedLength(text: string): number {
  let length = 0;
  let isAfterSpace = true;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isSpace = code <= SPACE || code === NO_BREAK_SPACE;
    if (!isSpace || !isAfterSpace) length += 1;
    isAfterSpace = isSpace;
  }
  return isAfterSpace && length > 0 ? length - 1 : length;
}

/** Word count of a text. In scripts without spaces, two characters count as a word. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2));
}
