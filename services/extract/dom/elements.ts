import { isTag, type AnyNode, type Document, type Element } from 'domhandler';

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

/** The elements among nodes and all that is within them, in their order, of which the test holds. Trees are at most 400 deep. */
export function findAll(test: (element: Element) => boolean, nodes: readonly AnyNode[]): Element[] {
  const found: Element[] = [];
  const visit = (siblings: readonly AnyNode[]): void => {
    for (const node of siblings) {
      if (!isTag(node)) continue;
      if (test(node)) found.push(node);
      visit(node.children);
    }
  };
  visit(nodes);
  return found;
}
