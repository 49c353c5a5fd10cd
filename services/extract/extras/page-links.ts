import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { absolute } from '../dom/links.ts';
import { siteName } from '../../url/canonical-url.ts';

/** A link as a page has it. */
export interface PageLink {
  /** Absolute, http or https, without its fragment. */
  url: string;
  /** Its words, or the description of its image; empty if it has neither. */
  text: string;
  /** Whether it leads to the same host, `www.` aside. */
  internal: boolean;
}

const MOST_LINKS = 2_000;
const LONGEST_TEXT = 300;

/** The links of a page in its order, each address once: with the text of the first link to it that has one. */
export function readLinks(
  elements: readonly Element[],
  { url: pageUrl, baseUrl }: { url: string; baseUrl: string },
): PageLink[] {
  const links = new Map<string, PageLink>();
  const site = siteName(pageUrl);
  for (const element of elements) {
    const url = element.name === 'a' || element.name === 'area' ? targetOf(element, baseUrl) : undefined;
    if (url === undefined) continue;
    const known = links.get(url);
    if (!known && links.size === MOST_LINKS) continue;
    if (known && known.text !== '') continue;
    links.set(url, { url, text: textOf(element), internal: siteName(url) === site });
  }
  return [...links.values()];
}

function targetOf({ attribs: { href = '' } }: Element, baseUrl: string): string | undefined {
  // A fragment alone leads nowhere else.
  if (href.trim() === '' || href.trim().startsWith('#')) return undefined;
  const target = absolute(href, baseUrl);
  if (target === undefined) return undefined;
  const url = new URL(target);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

function textOf(link: Element): string {
  const words = inLine(textContent(link));
  const described = words || inLine(link.attribs['aria-label'] ?? link.attribs.title ?? link.attribs.alt ?? '');
  return described.slice(0, LONGEST_TEXT);
}

const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
