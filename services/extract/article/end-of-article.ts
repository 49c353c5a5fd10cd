import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler';
import { removeElement, textContent } from 'domutils';
import { EMPTY_MEASURE, type Measures } from '../dom/text-measure.ts';

/** In characters outside links. A shorter line without the end of a sentence is a label. */
const SHORTEST_PROSE = 80;
const SHORTEST_SENTENCE = 25;
const LINKS_OF_TAIL = 0.5;
/** In the lists of a text, words stand beside the links. */
const LINKS_OF_LIST = 0.8;
/** A tail with a larger share of the text is part of it. */
const LARGEST_TAIL = 0.3;

const WHOLE = new Set(['table', 'pre', 'math', 'dl', 'ul', 'ol', 'blockquote', 'code', 'figure']);
const BLOCKS = new Set(
  'p div section article ul ol dl table figure h1 h2 h3 h4 h5 h6 pre blockquote aside footer header main center li tr td'.split(
    ' ',
  ),
);

/** Removes labels and links after the last sentence of an article. */
export function dropEnd(content: Document | Element, measures: Measures): void {
  const limit = (measures.get(content) ?? EMPTY_MEASURE).text * LARGEST_TAIL;
  const tail: ChildNode[] = [];
  collectTail(content, measures, tail);
  const length = tail.reduce((sum, node) => sum + textContent(node).trim().length, 0);
  if (length <= limit) for (const node of tail) removeElement(node);
}

/** Whether the text ends in the parent. */
function collectTail(parent: Document | Element, measures: Measures, tail: ChildNode[]): boolean {
  for (const child of parent.children.toReversed()) {
    if (isBlank(child, measures)) continue;
    if (
      isTag(child) &&
      !WHOLE.has(child.name) &&
      child.children.some((inner) => isTag(inner) && BLOCKS.has(inner.name))
    ) {
      if (collectTail(child, measures, tail)) return true;
    } else if (isOfText(child, measures)) return true;
    else tail.push(child);
  }
  return false;
}

const isBlank = (node: ChildNode, measures: Measures) =>
  isText(node) ? node.data.trim() === '' : (measures.get(node) ?? EMPTY_MEASURE).text === 0;

const SENTENCE_END = /[.!?…。！？:;]["'”’»)\]*]*\s*$/;

function isOfText(node: ChildNode, measures: Measures): boolean {
  const line = textContent(node).trim();
  if (isText(node))
    return line.length >= SHORTEST_PROSE || (line.length >= SHORTEST_SENTENCE && SENTENCE_END.test(line));
  const { text, links } = measures.get(node) ?? EMPTY_MEASURE;
  if (isTag(node) && WHOLE.has(node.name)) return links <= text * LINKS_OF_LIST;
  if (isTag(node) && /^h[1-6]$/.test(node.name)) return false;
  const own = text - links;
  if (isTag(node) && node.name === 'p' && links < text * LINKS_OF_TAIL) return true;
  return own >= SHORTEST_PROSE || (own >= SHORTEST_SENTENCE && SENTENCE_END.test(line));
}
