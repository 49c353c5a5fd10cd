import { isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { findAll, removeElement } from 'domutils';
import { measureTree, type TextMeasure } from './text-measure.ts';

/** A landmark is believed when it holds so much of the page's prose. */
const SHARE_OF_LANDMARK = 0.3;
/** One child that holds so much of its parent's prose stands for it. */
const SHARE_OF_CHILD = 0.85;

/**
 * The element that holds the main content of a cleaned page.
 * Landmarks first, then down to the smallest element that still holds nearly all of the prose.
 */
export function findMainContent(root: Document): Document | Element {
  const measures = measureTree(root);
  let current: Document | Element = landmark(root, measures) ?? root;
  for (;;) {
    const whole = proseOf(current, measures);
    const heir: Element | undefined = current.children
      .filter(isTag)
      .find((child) => canHold(child) && proseOf(child, measures) >= whole * SHARE_OF_CHILD && whole > 0);
    if (!heir) return current;
    current = heir;
  }
}

function landmark(root: Document, measures: Map<AnyNode, TextMeasure>): Element | undefined {
  const whole = proseOf(root, measures);
  const isBody = ({ attribs }: Element) => /articlebody/i.test(attribs.itemprop ?? '');
  const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main';
  const isArticle = ({ name, attribs }: Element) => name === 'article' || attribs.role === 'article';
  for (const isLandmark of [isBody, isMain, isArticle]) {
    const found = findAll((element) => isLandmark(element), root.children);
    const largest = found.toSorted((a, b) => proseOf(b, measures) - proseOf(a, measures))[0];
    if (largest && proseOf(largest, measures) >= whole * SHARE_OF_LANDMARK) return largest;
  }
  return undefined;
}

const proseOf = (node: AnyNode, measures: Map<AnyNode, TextMeasure>) => measures.get(node)?.prose ?? 0;

const HOLDERS = new Set(['html', 'body', 'div', 'main', 'article', 'section', 'table', 'tbody', 'tr', 'td', 'center', 'form', 'span', 'font']);
const canHold = ({ name }: Element) => HOLDERS.has(name) || name.includes('-');

const LINK_BLOCKS = new Set(['ul', 'ol', 'div', 'section', 'table', 'dl', 'p']);
const LINK_DENSITY = 0.7;

/** Takes out blocks that are lists of links instead of content. */
export function dropLinkBlocks(content: Document | Element): void {
  const measures = measureTree(content);
  const whole = measures.get(content)?.text ?? 0;
  const isLinkBlock = (element: Element) => {
    if (!LINK_BLOCKS.has(element.name)) return false;
    const { text, links, prose } = measures.get(element) ?? { text: 0, links: 0, prose: 0 };
    return text > 0 && links / text > LINK_DENSITY && prose < 100 && text < whole * 0.2;
  };
  for (const block of findAll(isLinkBlock, content.children)) removeElement(block);
}
