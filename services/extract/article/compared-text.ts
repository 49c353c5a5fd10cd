import { isTag, isText, type AnyNode } from 'domhandler';

/** The words of a text in lower case, without punctuation, so that two writings of it are equal. */
export const compared = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The beginning of an element's text, read no further than `length` characters require. */
export function beginningOf(node: AnyNode, length: number): string {
  let text = '';
  const visit = (inner: AnyNode): void => {
    if (text.length >= length) return;
    if (isText(inner)) text += inner.data;
    else if (isTag(inner) && inner.name !== 'script' && inner.name !== 'style') inner.children.forEach(visit);
  };
  if ('children' in node) node.children.forEach(visit);
  return text;
}
