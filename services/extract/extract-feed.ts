import render from 'dom-serializer';
import { isTag, type Document, type Element } from 'domhandler';
import { textContent } from 'domutils';
import { elementsIn } from './dom/elements.ts';
import { knownFacts } from './facts/document-facts.ts';
import type { Extraction } from './facts/extraction.ts';
import { declaredDate } from '../dates/declared-date.ts';
import { parsePage } from './dom/parse.ts';
import { countWords } from './dom/text-measure.ts';
import { settleRaised } from './dom/settle-raised.ts';
import { childOf, pageUrlOf, parseFeed } from './feed-elements.ts';
import { settleForms, writeContent } from './markdown/write-content.ts';

const MOST_ENTRIES = 500;

/** The entries of an RSS or Atom feed in the feed's order: a heading with its link, the date, the content. */
export function extractFeed(xml: string, url: string): Extraction {
  const feed = parseFeed(xml);
  if (!feed) return { status: 'failed', message: 'the feed is neither RSS nor Atom' };
  const { channel } = feed;
  const entries = feed.entries.slice(0, MOST_ENTRIES);
  const title = plain(channel, 'title');
  const written = entries.map((entry) => entryOf(entry, pageUrlOf(channel, url) ?? url));
  const description = plain(channel, 'description', 'subtitle');
  const markdown = [title && `# ${title}`, description, ...written.map((one) => one.markdown)]
    .filter((part) => part)
    .join('\n\n');
  const publishedDate = dateOf(channel);
  return {
    status: 'extracted',
    ...knownFacts({ title, publishedDate }),
    markdown,
    wordCount: countWords(markdown),
    links: Array.from(new Set(written.flatMap(({ links }) => links))).slice(0, MOST_ENTRIES),
    hasAppRoot: false,
    hasScripts: false,
  };
}

function entryOf(entry: Element, baseUrl: string): { markdown: string; links: string[] } {
  const link = pageUrlOf(entry, baseUrl);
  const title = plain(entry, 'title') || link || 'Untitled';
  const heading = link ? `## [${escaped(title)}](${link})` : `## ${title}`;
  const content = contentOf(entry, link ?? baseUrl);
  const markdown = [heading, dateOf(entry), content.markdown].filter((part) => part).join('\n\n');
  return { markdown, links: [...(link ? [link] : []), ...content.links] };
}

const escaped = (text: string) => text.replace(/[[\]]/g, '\\$&');

/** The text of the first of these children that has any, without markup. */
function plain(element: Element, ...names: string[]): string {
  const texts = names.map((name) =>
    textContent(parsed(childOf(element, name)))
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return texts.find((text) => text !== '') ?? '';
}

const DATES = ['published', 'pubdate', 'dc:date', 'updated', 'lastbuilddate'];

function dateOf(element: Element): string | undefined {
  return DATES.map((name) => childOf(element, name))
    .map((one) => one && declaredDate(textContent(one)))
    .find((date) => date);
}

const CONTENTS = ['content:encoded', 'content', 'description', 'summary', 'media:description', 'itunes:summary'];

function contentOf(entry: Element, baseUrl: string): { markdown: string; links: string[] } {
  const found = CONTENTS.map((name) => childOf(entry, name)).find((one) => one && textContent(one).trim() !== '');
  const root = parsed(found);
  const elements = elementsIn(root);
  settleForms(elements);
  settleRaised(elements);
  return writeContent(root, baseUrl);
}

/** An element's content as HTML: nested markup, or markup escaped as text, as in most feeds. */
function parsed(element: Element | undefined): Document {
  if (!element) return parsePage('');
  const isMarkup = element.attribs.type === 'xhtml' || element.children.some(isTag);
  const text = textContent(element);
  if (isMarkup) return parsePage(render(element.children, { xmlMode: false, encodeEntities: 'utf8' }));
  return parsePage(element.attribs.type === 'text' ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text);
}
