import type { Element } from 'domhandler';
import { readDirections, type CrawlDirections } from './crawl-directions.ts';
import { readLinks, type PageLink } from './page-links.ts';
import { readMetadata, type PageMetadata } from './page-metadata.ts';

export const PAGE_EXTRAS = ['html', 'links', 'metadata'] as const;

/** What a caller may want of an HTML page beside its main content as Markdown. */
type CallerExtra = (typeof PAGE_EXTRAS)[number];

/** The same, and what a crawl wants. */
export type PageExtra = CallerExtra | 'directions';

/** Absent: not asked for, or the document is not HTML. */
export interface PageExtras {
  /** The main content as clean HTML. @see cleanHtml */
  html?: string;
  /** All links of the page, in its order. */
  links?: PageLink[];
  metadata?: PageMetadata;
  directions?: CrawlDirections;
}

/** What is asked for and is read from the untouched page: all but the HTML of the content. */
export function readExtras(
  elements: readonly Element[],
  page: { url: string; baseUrl: string },
  wanted: readonly PageExtra[],
): PageExtras {
  return {
    ...(wanted.includes('links') && { links: readLinks(elements, page) }),
    ...(wanted.includes('directions') && { directions: readDirections(elements, page.baseUrl) }),
    ...(wanted.includes('metadata') && { metadata: readMetadata(elements, page.baseUrl) }),
  };
}
