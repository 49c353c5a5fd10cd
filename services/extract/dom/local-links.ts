import type { Element } from 'domhandler';
import { canonicalUrl } from '../../url/canonical-url.ts';

/** The address of a page, and the one that it declares. */
export interface PageAddress {
  url: string;
  /** The base of its relative URLs. A `base` element makes it differ from the page's own address. */
  baseUrl: string;
  canonicalUrl?: string | undefined;
}

const MARK = 'data-fragment';

/** Marks links to fragments of the page itself that spell out the page's address. */
export function markLocalLinks(
  elements: readonly Element[],
  { url, baseUrl, canonicalUrl: declared = url }: PageAddress,
): void {
  const own = new Set([url, declared].map(canonicalUrl));
  for (const { name, attribs } of elements) {
    const { href } = attribs;
    if (name !== 'a' || href === undefined || href.startsWith('#') || !href.includes('#')) continue;
    const target = URL.parse(href.trim(), baseUrl);
    if (target && target.hash.length > 1 && /^https?:$/.test(target.protocol) && own.has(canonicalUrl(target.href)))
      attribs[MARK] = target.hash.slice(1);
  }
}

/** The fragment of a link to its own page, as written; undefined for a link to another page. */
export function localFragment({ attribs }: Element): string | undefined {
  return attribs[MARK] ?? (attribs.href?.startsWith('#') === true ? attribs.href.slice(1) : undefined);
}
