import type { Element } from 'domhandler';
import { absolute } from '../dom/links.ts';

/** What a page asks of crawlers. */
export interface CrawlDirections {
  /** Whether it may be stored and found. */
  mayIndex: boolean;
  /** Whether its links may be followed. */
  mayFollow: boolean;
  /** The same page as Markdown, absolute. */
  markdownUrl?: string;
}

const ROBOTS = /^(?:robots|quarry)$/i;

/** @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export function readDirections(elements: readonly Element[], baseUrl: string): CrawlDirections {
  const asked = new Set(
    elements
      .filter(({ name, attribs }) => name === 'meta' && ROBOTS.test((attribs.name ?? '').trim()))
      .flatMap(({ attribs }) => (attribs.content ?? '').toLowerCase().split(/[\s,]+/)),
  );
  const markdown = elements.find(
    ({ name, attribs }) =>
      name === 'link' && /\balternate\b/i.test(attribs.rel ?? '') && /^text\/markdown\b/i.test(attribs.type ?? ''),
  );
  const markdownUrl = markdown && absolute(markdown.attribs.href ?? '', baseUrl);
  return {
    mayIndex: !asked.has('noindex') && !asked.has('none'),
    mayFollow: !asked.has('nofollow') && !asked.has('none'),
    ...(markdownUrl && { markdownUrl }),
  };
}
