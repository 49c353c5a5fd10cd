import { isTag, isText, type AnyNode, type Element } from 'domhandler';

const CODE = new Set(['code', 'tt', 'samp', 'kbd']);

/** Inline code; a block of code is a `pre`. */
export function isInlineCode({ name, attribs }: Element): boolean {
  return CODE.has(name) && attribs['data-formula'] === undefined;
}

/** The text of a code element without its markup. `br` becomes a line break. Not trimmed. */
export function codeOf(element: Element): string {
  let code = '';
  const visit = (node: AnyNode): void => {
    // A browser renders a line break of the HTML as a space.
    if (isText(node)) code += node.data.replaceAll(/\s*\n\s*/g, ' ').replaceAll('\u00a0', ' ');
    if (!isTag(node)) return;
    if (node.name === 'br') code += '\n';
    for (const child of node.children) visit(child);
  };
  for (const child of element.children) visit(child);
  return code;
}
