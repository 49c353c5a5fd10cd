import { isTag, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { namesOf } from '../dom/names.ts';
import { dayOfPath, declaredDate, shownDate } from '../../dates/declared-date.ts';

const DATE_META = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'pubdate',
  'publishdate',
  'publish_date',
  'publication_date',
  'publish-date',
  'article:published',
  'article.published',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'dcterms.date',
  'dcterms.issued',
  'dcterms.created',
  'sailthru.date',
  'parsely-pub-date',
  'cxenseparse:recs:publishtime',
  'originalpublicationdate',
  'datecreated',
  'rnews:datepublished',
  'og:article:published_time',
  'created',
];

/** Names of elements that hold a publication date, and of those that hold a modification date. */
const PUBLISHED = new Set([
  'published',
  'pubdate',
  'publish',
  'posted',
  'datepublished',
  'publishdate',
  'publication',
  'entrydate',
  'postdate',
  'date',
  'dateline',
  'timestamp',
  'datetime',
  'time',
]);
const CHANGED = new Set([
  'updated',
  'modified',
  'comment',
  'comments',
  'event',
  'related',
  'footer',
  'copyright',
  'update',
  'reply',
  'picker',
  'sidebar',
  'widget',
]);
const LONGEST_DATE = 80;

/** The publication date of a page: from its data, else from its elements, else from its address. */
export function publishedDateOf(
  elements: readonly Element[],
  meta: Map<string, string>,
  url: string,
): string | undefined {
  const times = elements.filter(({ name, attribs }) => name === 'time' && 'datetime' in attribs);
  const candidates = [
    ...jsonLdDates(elements),
    ...DATE_META.map((name) => meta.get(name)),
    ...markedDates(elements),
    times.find(({ attribs }) => 'pubdate' in attribs)?.attribs.datetime,
    // A single `time` element most often dates the page; among several, none is known to.
    times.length === 1 ? times[0]?.attribs.datetime : undefined,
    dayOfPath(url),
    ...namedDates(elements),
  ];
  return candidates.map((candidate) => candidate && declaredDate(candidate)).find((date) => date);
}

function markedDates(elements: readonly Element[]): string[] {
  const marked = elements.filter(
    ({ attribs }) => attribs.itemprop !== undefined && /^(datepublished|datecreated)$/i.test(attribs.itemprop),
  );
  const first = marked.find(({ attribs }) => /published/i.test(attribs.itemprop ?? '')) ?? marked[0];
  return first ? [first.attribs.content ?? first.attribs.datetime ?? textContent(first)] : [];
}

function jsonLdDates(elements: readonly Element[]): string[] {
  const blocks = elements.filter(({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''));
  // A pattern instead of a parser: many such blocks are not valid JSON, and the date may lie at any depth.
  return blocks.flatMap((block) =>
    Array.from(textContent(block).matchAll(/"datePublished"\s*:\s*"([^"]{4,40})"/g), ([, date]) => date ?? ''),
  );
}

/** The dates of elements with a date's name, up to the text: dates further down belong to something else. */
function namedDates(elements: readonly Element[]): string[] {
  const heading = elements.findIndex(({ name }) => name === 'h1');
  const near = elements
    .slice(Math.max(0, heading - NEAR_BEFORE), heading + NEAR_AFTER)
    .filter((element) => heading >= 0 && isNamedDate(element));
  return near
    .map(({ attribs, children }) => attribs.datetime ?? shownDate(textContent(children)))
    .filter((date) => date !== '');
}

/** How many elements before and after the heading are searched. */
const NEAR_BEFORE = 20;
const NEAR_AFTER = 60;

function isNamedDate(element: Element): boolean {
  const words = namesOf(element).flatMap((name) => name.words);
  if (words.some((word) => CHANGED.has(word)) || isWithinFooter(element)) return false;
  const isNamed = element.name === 'time' || words.some((word) => PUBLISHED.has(word));
  return isNamed && textContent(element).trim().length <= LONGEST_DATE;
}

function isWithinFooter(element: Element): boolean {
  const { parent } = element;
  return parent !== null && isTag(parent) && (parent.name === 'footer' || parent.name === 'aside');
}
