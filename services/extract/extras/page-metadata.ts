import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { absolute } from '../dom/links.ts';

/** What a page declares about itself, unverified. */
export interface PageMetadata {
  description?: string;
  keywords?: string;
  /** Values by property, such as `og:image`; of a repeated one the first. */
  open_graph: Record<string, string>;
  /** The blocks of JSON-LD that are valid JSON. */
  json_ld: unknown[];
  /** RSS, Atom and JSON feeds that the page names. */
  feeds: Array<{ url: string; title?: string }>;
}

const LONGEST_VALUE = 2_048;
const MOST_PROPERTIES = 100;
const MOST_FEEDS = 50;
const MOST_JSON_CHARACTERS = 256 * 1024;
// PostgreSQL and the threads of the extraction refuse values that are much deeper.
const MOST_DEPTH = 64;
const OPEN_GRAPH = /^(?:og|article|book|profile|video|music|product|twitter):/;
const FEED_TYPE = /^application\/(?:(?:rss|atom)\+xml|feed\+json)$/i;

export function readMetadata(elements: readonly Element[], baseUrl: string): PageMetadata {
  const named = new Map<string, string>();
  for (const { name, attribs } of elements) {
    const key = name === 'meta' ? (attribs.property ?? attribs.name ?? '').trim().toLowerCase() : '';
    if (key !== '' && attribs.content && !named.has(key))
      named.set(key, attribs.content.trim().slice(0, LONGEST_VALUE));
  }
  const [description, keywords] = [named.get('description'), named.get('keywords')];
  const openGraph = [...named].filter(([key]) => OPEN_GRAPH.test(key)).slice(0, MOST_PROPERTIES);
  return {
    ...(description && { description }),
    ...(keywords && { keywords }),
    open_graph: Object.fromEntries(openGraph),
    json_ld: readJsonLd(elements),
    feeds: readFeeds(elements, baseUrl),
  };
}

function readJsonLd(elements: readonly Element[]): unknown[] {
  const blocks: unknown[] = [];
  let left = MOST_JSON_CHARACTERS;
  for (const element of elements) {
    if (element.name !== 'script' || !/^application\/ld\+json/i.test(element.attribs.type ?? '')) continue;
    const text = textContent(element);
    left -= text.length;
    if (left < 0) break;
    const block = depthOf(text) <= MOST_DEPTH ? parsed(text) : undefined;
    if (block !== undefined) blocks.push(block);
  }
  return blocks;
}

/** At least the depth of a JSON text: brackets within strings count, too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readFeeds(elements: readonly Element[], baseUrl: string): PageMetadata['feeds'] {
  const feeds = new Map<string, { url: string; title?: string }>();
  for (const { name, attribs } of elements) {
    if (name !== 'link' || !FEED_TYPE.test((attribs.type ?? '').trim()) || feeds.size === MOST_FEEDS) continue;
    const url = absolute(attribs.href ?? '', baseUrl);
    if (url === undefined) continue;
    const title = attribs.title?.trim().slice(0, LONGEST_VALUE);
    if (!feeds.has(url)) feeds.set(url, { url, ...(title && { title }) });
  }
  return [...feeds.values()];
}
