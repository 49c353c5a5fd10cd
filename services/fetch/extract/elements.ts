import { isTag, type Document, type Element } from 'domhandler';

/**
 * All elements of a tree in its order. Walking a large page costs more than looking at each of its elements, so what
 * looks at all of them takes this list; elements that were taken out of the tree since stay on it.
 */
export function elementsIn(root: Document | Element): Element[] {
  const elements: Element[] = [];
  const visit = (parent: Document | Element): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      elements.push(child);
      visit(child);
    }
  };
  visit(root);
  return elements;
}
