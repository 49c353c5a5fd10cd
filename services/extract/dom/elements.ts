import { isTag, type AnyNode, type Document, type Element, type ParentNode } from 'domhandler';

/**
 * Returns all elements of a tree in document order. A walk over a large page costs more than a look at each element, so
 * passes over all elements share this list. It still holds elements that were removed from the tree later.
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

/** Whether a node is an element or stands within it. */
export function isAround(element: Document | Element, inner: Document | Element): boolean {
  for (let place: ParentNode | null = inner; place; place = place.parent) if (place === element) return true;
  return false;
}

/**
 * The elements among the nodes and their descendants, in document order, that pass the test. Trees are at most 400
 * deep.
 */
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
