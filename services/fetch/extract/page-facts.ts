import { isTag, type Document, type Element } from 'domhandler';
import { findAll, findOne, textContent } from 'domutils';
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
export function readFacts(root: Document, url: string): PageFacts {
  const meta = metaOf(root);
  const title = titleOf(root, meta);
  const publishedDate = dateOf(root, meta);
  const base = findOne((element) => element.name === 'base' && 'href' in element.attribs, root.children);
  return {
    ...(title && { title }),
    ...(publishedDate && { publishedDate }),
    hasAppRoot: findOne(isAppRoot, root.children) !== null,
    hasScripts: findOne(isProgram, root.children) !== null,
    asksForPassword: findOne(({ name, attribs }) => name === 'input' && attribs.type === 'password', root.children) !== null,
    baseUrl: URL.parse(base?.attribs.href ?? '', url)?.href ?? url,
  };
}

const MAX_TITLE_LENGTH = 500;

function titleOf(root: Document, meta: Map<string, string>): string {
  const inTag = (name: string) => textContent(findOne((element) => element.name === name && !isInSvg(element), root.children) ?? []);
  const candidates = [meta.get('og:title'), meta.get('twitter:title'), inTag('title'), inTag('h1')];
  const title = candidates.map((candidate) => candidate?.replace(/\s+/g, ' ').trim()).find((candidate) => candidate);
  return title?.slice(0, MAX_TITLE_LENGTH) ?? '';
}

const isInSvg = ({ parent }: Element) => parent !== null && isTag(parent) && parent.name === 'svg';

/** The values of `meta` by name, property or itemprop in lower case; the first of each. */
function metaOf(root: Document): Map<string, string> {
  const meta = new Map<string, string>();
  for (const { attribs } of findAll((element) => element.name === 'meta', root.children)) {
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

function dateOf(root: Document, meta: Map<string, string>): string | undefined {
  const times = findAll(({ name, attribs }) => name === 'time' && 'datetime' in attribs, root.children);
  const marked = findOne(({ attribs }) => /^datepublished$/i.test(attribs.itemprop ?? ''), root.children);
  const candidates = [
    ...jsonLdDates(root),
    ...DATE_META.map((name) => meta.get(name)),
    marked?.attribs.content ?? marked?.attribs.datetime,
    times.find(({ attribs }) => 'pubdate' in attribs)?.attribs.datetime,
    // One time on a page is most often that of the page; of many none is known to be.
    times.length === 1 ? times[0]?.attribs.datetime : undefined,
  ];
  return candidates.map((candidate) => candidate && normalDate(candidate)).find((date) => date);
}

function jsonLdDates(root: Document): string[] {
  const blocks = findAll(({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''), root.children);
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
