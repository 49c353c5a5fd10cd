import { compile, selectAll } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { appendChild, removeElement } from 'domutils';
import { findAll } from '../dom/elements.ts';

/** Which elements of a page are its content, as CSS selectors. */
export interface ContentChoice {
  /** Only elements that match one of them. Empty: the main content, as it is recognized. */
  include: readonly string[];
  /** Elements that match one of them are no content, within included ones too. */
  exclude: readonly string[];
}

/** Why a text is not a CSS selector that pages are searched by; undefined for a valid one. */
export function selectorFault(selector: string): string | undefined {
  try {
    compile(selector);
    return undefined;
  } catch {
    return 'is not a CSS selector';
  }
}

/** Leaves of the tree what is chosen, in the order of the page. */
export function chooseElements(root: Document, { include, exclude }: ContentChoice): void {
  for (const element of matching(root, exclude)) removeElement(element);
  if (include.length === 0) return;
  const chosen = new Set(matching(root, include));
  const outermost = [...chosen].filter((element) => !hasAncestorIn(element, chosen));
  root.children = [];
  // `appendChild` takes it out of the tree that was.
  for (const element of outermost) appendChild(root, element);
  for (const element of findAll(({ name }) => NEVER_CONTENT.has(name), root.children)) removeElement(element);
}

const NEVER_CONTENT = new Set(['head', 'script', 'style', 'template', 'noscript', 'rt', 'rp', 'rtc']);

const matching = (root: Document, selectors: readonly string[]): Element[] =>
  selectors.length === 0 ? [] : selectAll<AnyNode, Element>(selectors.join(', '), root);

function hasAncestorIn(element: Element, chosen: ReadonlySet<Element>): boolean {
  for (let { parent } = element; parent !== null; { parent } = parent)
    if ((chosen as ReadonlySet<unknown>).has(parent)) return true;
  return false;
}
