import { isTag, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { normalDate } from './normal-date.ts';

export interface PageFacts {
  title?: string;
  /** `YYYY-MM-DD` where only the day is known, else ISO 8601 in UTC. */
  publishedDate?: string;
  /** Whether an empty root waits for a script to fill it. */
  hasAppRoot: boolean;
  /** Whether a browser would make more of it: scripts, or a refresh that leads on. */
  hasScripts: boolean;
  /** Whether the page has a field for a password. */
  asksForPassword: boolean;
  /** What relative URLs of the page start from. */
  baseUrl: string;
}

/** What the untouched page says about itself. */
export function readFacts(elements: readonly Element[], url: string): PageFacts {
  const meta = metaOf(elements);
  const title = titleOf(elements, meta);
  const publishedDate = dateOf(elements, meta);
  const base = elements.find((element) => element.name === 'base' && 'href' in element.attribs);
  return {
    ...(title && { title }),
    ...(publishedDate && { publishedDate }),
    hasAppRoot: elements.some(isAppRoot),
    hasScripts: elements.some(isProgram),
    asksForPassword: elements.some(({ name, attribs }) => name === 'input' && attribs.type === 'password'),
    baseUrl: URL.parse(base?.attribs.href ?? '', url)?.href ?? url,
  };
}

const MAX_TITLE_LENGTH = 500;

function titleOf(elements: readonly Element[], meta: Map<string, string>): string {
  const inTag = (name: string) => textContent(elements.find((element) => element.name === name && !isInSvg(element)) ?? []);
  const candidates = [meta.get('og:title'), meta.get('twitter:title'), inTag('title'), inTag('h1')];
  const title = candidates.map((candidate) => candidate?.replace(/\s+/g, ' ').trim()).find((candidate) => candidate);
  return title?.slice(0, MAX_TITLE_LENGTH) ?? '';
}

const isInSvg = ({ parent }: Element) => parent !== null && isTag(parent) && parent.name === 'svg';

/** The values of `meta` by name, property or itemprop in lower case; the first of each. */
function metaOf(elements: readonly Element[]): Map<string, string> {
  const meta = new Map<string, string>();
  for (const { attribs } of elements.filter(({ name }) => name === 'meta')) {
    const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? '').toLowerCase();
    if (attribs.content && !meta.has(name)) meta.set(name, attribs.content);
  }
  return meta;
}

const DATE_META = [
  'article:published_time', 'og:published_time', 'datepublished', 'date', 'pubdate', 'publishdate', 'publish_date', 'publication_date',
  'citation_publication_date', 'citation_date', 'dc.date', 'dc.date.issued', 'dcterms.date', 'dcterms.issued', 'dcterms.created',
  'sailthru.date', 'parsely-pub-date',
];

function dateOf(elements: readonly Element[], meta: Map<string, string>): string | undefined {
  const times = elements.filter(({ name, attribs }) => name === 'time' && 'datetime' in attribs);
  const marked = elements.find(({ attribs }) => attribs.itemprop !== undefined && /^datepublished$/i.test(attribs.itemprop));
  const candidates = [
    ...jsonLdDates(elements),
    ...DATE_META.map((name) => meta.get(name)),
    marked?.attribs.content ?? marked?.attribs.datetime,
    times.find(({ attribs }) => 'pubdate' in attribs)?.attribs.datetime,
    // One time on a page is most often that of the page; of many none is known to be.
    times.length === 1 ? times[0]?.attribs.datetime : undefined,
  ];
  return candidates.map((candidate) => candidate && normalDate(candidate)).find((date) => date);
}

function jsonLdDates(elements: readonly Element[]): string[] {
  const blocks = elements.filter(({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''));
  // A pattern instead of a parser: many such blocks are not valid JSON, and any depth may hold the date.
  return blocks.flatMap((block) => Array.from(textContent(block).matchAll(/"datePublished"\s*:\s*"([^"]{4,40})"/g), ([, date]) => date ?? ''));
}

const APP_ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', 'svelte', 'react-root', 'app-root', 'q-app', 'ember-app', 'main-app']);

function isAppRoot({ name, attribs }: Element): boolean {
  return APP_ROOT_IDS.has(attribs.id ?? '') || name === 'app-root' || 'data-reactroot' in attribs || 'ng-app' in attribs || 'ng-version' in attribs;
}

function isProgram({ name, attribs }: Element): boolean {
  if (name === 'meta') return attribs['http-equiv']?.toLowerCase() === 'refresh';
  return name === 'script' && !/json|template|html/i.test(attribs.type ?? '');
}
