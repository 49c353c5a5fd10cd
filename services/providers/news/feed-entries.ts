import { isTag, type Element } from 'domhandler';
import { findAll, findOne, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { normalDate } from '../../extract/facts/normal-date.ts';
import { plainTextOf, plainTitleOf } from '../reply/plain-text-of.ts';
import type { ProviderDocument } from '../port/provider.ts';
import { parsePublished } from '../reply/parse-published.ts';

const ROOTS = new Set(['rss', 'feed', 'rdf:rdf']);

/** The entries of an RSS or Atom feed that have an address; undefined if the text is neither. */
export function feedEntries(xml: string, feedUrl: string): ProviderDocument[] | undefined {
  const root = findOne(({ name }) => ROOTS.has(name.toLowerCase()), parseDocument(xml, { xmlMode: true }).children);
  if (!root) return undefined;
  const source = plainTitleOf(raw(findOne(({ name }) => name === 'channel', root.children) ?? root, 'title'));
  return findAll(({ name }) => name === 'item' || name === 'entry', root.children).flatMap((entry) =>
    asDocument(entry, feedUrl, source),
  );
}

function asDocument(entry: Element, feedUrl: string, source: string): ProviderDocument[] {
  const url = addressOf(entry, feedUrl);
  if (url === undefined) return [];
  const whole = text(entry, 'content:encoded', 'content');
  const body = whole || text(entry, 'description', 'summary');
  const date = normalDate(raw(entry, 'published', 'pubdate', 'dc:date', 'updated'));
  return [
    {
      url,
      title: plainTitleOf(raw(entry, 'title')),
      text: body,
      isWhole: whole !== '',
      ...(source && { source }),
      ...parsePublished(date),
    },
  ];
}

function addressOf(entry: Element, feedUrl: string): string | undefined {
  const links = entry.children.filter((one): one is Element => isTag(one) && one.name === 'link');
  const alternate = links.find(({ attribs }) => attribs.href && (attribs.rel ?? 'alternate') === 'alternate');
  const guid = child(entry, 'guid');
  const permanent =
    guid && guid.attribs.isPermaLink !== 'false' && /^https?:/.test(textContent(guid).trim()) ? textContent(guid) : '';
  const address = (alternate?.attribs.href ?? raw(entry, 'link')) || permanent.trim();
  return address ? URL.parse(address, feedUrl)?.href : undefined;
}

const child = (element: Element, name: string) =>
  element.children.find((one): one is Element => isTag(one) && one.name.toLowerCase() === name);

/** The text of the first of these children that has any. */
function raw(element: Element, ...names: string[]): string {
  return names.map((name) => textContent(child(element, name) ?? []).trim()).find((said) => said !== '') ?? '';
}

/** The same text without markup: feeds put HTML into their texts. */
function text(element: Element, ...names: string[]): string {
  return plainTextOf(raw(element, ...names));
}
