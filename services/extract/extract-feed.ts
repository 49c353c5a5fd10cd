import render from 'dom-serializer';
import { isTag, type Document, type Element } from 'domhandler';
import { findOne, textContent } from 'domutils';
import { elementsIn, findAll } from './dom/elements.ts';
import { knownFacts } from './facts/document-facts.ts';
import type { Extraction } from './facts/extraction.ts';
import { normalDate } from './facts/normal-date.ts';
import { parsePage, parseXml } from './dom/parse.ts';
import { countWords } from './dom/text-measure.ts';
import { settleRaised } from './dom/settle-raised.ts';
import { settleForms, writeContent } from './markdown/write-content.ts';

const MOST_ENTRIES = 500;
const ROOTS = new Set(['rss', 'feed', 'rdf:rdf', 'channel']);

/** The entries of an RSS or Atom feed in the feed's order: a heading with its link, the date, the content. */
export function extractFeed(xml: string, url: string): Extraction {
  const root = parseXml(xml);
  const feed = findOne(({ name }) => ROOTS.has(name.toLowerCase()), root.children);
  if (!feed) return { status: 'failed', message: 'the feed is neither RSS nor Atom' };
  const entries = findAll(({ name }) => name === 'item' || name === 'entry', root.children).slice(0, MOST_ENTRIES);
  const channel = findOne(({ name }) => name === 'channel', feed.children) ?? feed;
  const title = plain(channel, 'title');
  const written = entries.map((entry) => entryOf(entry, linkOf(channel, url) ?? url));
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
  const link = linkOf(entry, baseUrl);
  const title = plain(entry, 'title') || link || 'Untitled';
  const heading = link ? `## [${escaped(title)}](${link})` : `## ${title}`;
  const content = contentOf(entry, link ?? baseUrl);
  const markdown = [heading, dateOf(entry), content.markdown].filter((part) => part).join('\n\n');
  return { markdown, links: [...(link ? [link] : []), ...content.links] };
}

const escaped = (text: string) => text.replace(/[[\]]/g, '\\$&');

const child = (element: Element, name: string) =>
  element.children.find((one): one is Element => isTag(one) && one.name.toLowerCase() === name);

/** The text of the first of these children that has any, without markup. */
function plain(element: Element, ...names: string[]): string {
  const texts = names.map((name) =>
    textContent(parsed(child(element, name)))
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return texts.find((text) => text !== '') ?? '';
}

function linkOf(element: Element, baseUrl: string): string | undefined {
  const links = element.children.filter(
    (one): one is Element => isTag(one) && (one.name === 'link' || one.name === 'guid'),
  );
  const atom = links.find(({ attribs }) => attribs.href && (attribs.rel ?? 'alternate') === 'alternate');
  const text = links.find((one) => one.name === 'link' && textContent(one).trim() !== '');
  const guid = links.find(
    (one) => one.name === 'guid' && /^https?:/.test(textContent(one).trim()) && one.attribs.ispermalink !== 'false',
  );
  const found = text ?? guid;
  const parsedUrl = URL.parse(atom?.attribs.href ?? (found ? textContent(found).trim() : ''), baseUrl);
  return (atom ?? found) && parsedUrl && /^https?:$/.test(parsedUrl.protocol) ? parsedUrl.href : undefined;
}

const DATES = ['published', 'pubdate', 'dc:date', 'updated', 'lastbuilddate'];

function dateOf(element: Element): string | undefined {
  return DATES.map((name) => child(element, name))
    .map((one) => one && normalDate(textContent(one)))
    .find((date) => date);
}

const CONTENTS = ['content:encoded', 'content', 'description', 'summary', 'media:description', 'itunes:summary'];

function contentOf(entry: Element, baseUrl: string): { markdown: string; links: string[] } {
  const found = CONTENTS.map((name) => child(entry, name)).find((one) => one && textContent(one).trim() !== '');
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
