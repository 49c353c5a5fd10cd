import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { declaredDate } from '../../dates/declared-date.ts';
import { childOf, pageUrlOf, parseFeed } from '../../extract/feed-elements.ts';
import { plainTextOf, plainTitleOf } from '../reply/plain-text-of.ts';
import type { ProviderDocument } from '../port/provider.ts';
import { parsePublished } from '../reply/parse-published.ts';

/** The entries of an RSS or Atom feed that have an address; undefined if the text is neither. */
export function feedEntries(xml: string, feedUrl: string): ProviderDocument[] | undefined {
  const feed = parseFeed(xml);
  if (!feed) return undefined;
  const source = plainTitleOf(raw(feed.channel, 'title'));
  return feed.entries.flatMap((entry) => asDocument(entry, feedUrl, source));
}

function asDocument(entry: Element, feedUrl: string, source: string): ProviderDocument[] {
  const url = pageUrlOf(entry, feedUrl);
  if (url === undefined) return [];
  const whole = text(entry, 'content:encoded', 'content');
  const body = whole || text(entry, 'description', 'summary');
  const date = declaredDate(raw(entry, 'published', 'pubdate', 'dc:date', 'updated'));
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

/** The text of the first of these children that has any. */
function raw(element: Element, ...names: string[]): string {
  return names.map((name) => textContent(childOf(element, name) ?? []).trim()).find((said) => said !== '') ?? '';
}

/** The same text without markup: feeds put HTML into their texts. */
function text(element: Element, ...names: string[]): string {
  return plainTextOf(raw(element, ...names));
}
