import type { Element } from 'domhandler';
import { canonicalUrl } from '../../url/canonical-url.ts';

/** Where a page is, and where it says that it is. */
export interface PageAddress {
  url: string;
  /** What its relative URLs start from: another page than itself, where it has a `base`. */
  baseUrl: string;
  canonicalUrl?: string | undefined;
}

const MARK = 'data-fragment';

/** Marks the links to places of the page itself that are written with the address of the page. */
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

/** The place of its own page that a link leads to, as it is written; undefined where it leads elsewhere. */
export function localFragment({ attribs }: Element): string | undefined {
  return attribs[MARK] ?? (attribs.href?.startsWith('#') === true ? attribs.href.slice(1) : undefined);
}
