import type { ChildNode, ParentNode } from 'domhandler';

/** Takes nodes out of the page in linear time: to remove one of a hundred thousand siblings takes a look at all of them. */
export function removeAll(nodes: Iterable<ChildNode>): void {
  const removed = new Set(nodes);
  const parents = new Set<ParentNode>();
  for (const { parent } of removed) if (parent) parents.add(parent);
  for (const parent of parents) {
    const kept = parent.children.filter((child) => !removed.has(child));
    for (const [index, child] of kept.entries()) {
      child.prev = kept[index - 1] ?? null;
      child.next = kept[index + 1] ?? null;
    }
    parent.children = kept;
  }
  for (const node of removed) {
    node.parent = null;
    node.prev = null;
    node.next = null;
  }
}
