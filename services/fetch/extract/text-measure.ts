import { isTag, isText, type AnyNode } from 'domhandler';

const UNSEEN = new Set(['script', 'style', 'title', 'template', 'svg', 'iframe', 'select', 'textarea']);

/** Characters of visible text, white space folded away. */
export function textLengthOf(node: AnyNode): number {
  if (isText(node)) return node.data.replace(/\s+/g, ' ').trim().length;
  if (!('children' in node) || (isTag(node) && UNSEEN.has(node.name))) return 0;
  return node.children.reduce((sum, child) => sum + textLengthOf(child), 0);
}

/** What a subtree's text is made of, in characters. */
export interface TextMeasure {
  text: number;
  /** Within links. */
  links: number;
  /** Within paragraphs and other places of running text, outside links. */
  prose: number;
}

const PROSE_TAGS = new Set(['p', 'pre', 'blockquote', 'li', 'td', 'dd', 'figcaption', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'code']);
/** Shorter runs are labels, not prose. */
const SHORTEST_PROSE = 40;

/** Measures every element of a tree once. */
export function measureTree(root: AnyNode): Map<AnyNode, TextMeasure> {
  const measures = new Map<AnyNode, TextMeasure>();
  const visit = (node: AnyNode, isInLink: boolean, isInProse: boolean): TextMeasure => {
    const measure = { text: 0, links: 0, prose: 0 };
    if (isText(node)) {
      measure.text = textLengthOf(node);
      measure.links = isInLink ? measure.text : 0;
      const isProse = isInProse || measure.text >= SHORTEST_PROSE * 2;
      measure.prose = isInLink || !isProse ? 0 : measure.text;
    } else if ('children' in node && !(isTag(node) && UNSEEN.has(node.name))) {
      const isLink = isInLink || (isTag(node) && node.name === 'a');
      const isProse = isInProse || (isTag(node) && PROSE_TAGS.has(node.name));
      for (const child of node.children) {
        const part = visit(child, isLink, isProse);
        measure.text += part.text;
        measure.links += part.links;
        measure.prose += part.prose;
      }
    }
    measures.set(node, measure);
    return measure;
  };
  visit(root, false, false);
  return measures;
}

/** Words of a text; scripts without spaces count two characters as a word. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.max(spaced, Math.ceil(unspaced / 2));
}
