import { isTag, type Element } from 'domhandler';
import { findOne, textContent } from 'domutils';
import { findAll } from './dom/elements.ts';
import { parseXml } from './dom/parse.ts';

const ROOTS = new Set(['rss', 'feed', 'rdf:rdf', 'channel']);

/** The elements of an RSS or Atom feed. */
export interface FeedElements {
  /** The element with the properties of the feed itself. */
  channel: Element;
  /** In the feed's order. */
  entries: Element[];
}

/** Parses an RSS or Atom feed; undefined if the text is neither. */
export function parseFeed(xml: string): FeedElements | undefined {
  const document = parseXml(xml);
  const root = findOne(({ name }) => ROOTS.has(name.toLowerCase()), document.children);
  if (!root) return undefined;
  return {
    channel: findOne(({ name }) => name === 'channel', root.children) ?? root,
    entries: findAll(({ name }) => name === 'item' || name === 'entry', document.children),
  };
}

export function childOf(element: Element, name: string): Element | undefined {
  return element.children.find((one): one is Element => isTag(one) && one.name.toLowerCase() === name);
}

/** The page of a feed or an entry: the alternate link, else the link's text, else a permanent guid; http or https. */
export function pageUrlOf(element: Element, baseUrl: string): string | undefined {
  const links = element.children.filter((one): one is Element => isTag(one) && one.name === 'link');
  const alternate = links.find(({ attribs }) => attribs.href && (attribs.rel ?? 'alternate') === 'alternate');
  const text = links.map((one) => textContent(one).trim()).find((said) => said !== '');
  const address = alternate?.attribs.href ?? text ?? permanentGuid(element);
  const url = address === undefined ? null : URL.parse(address, baseUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function permanentGuid(element: Element): string | undefined {
  const guid = childOf(element, 'guid');
  const text = guid ? textContent(guid).trim() : '';
  return guid?.attribs.isPermaLink !== 'false' && /^https?:/.test(text) ? text : undefined;
}
