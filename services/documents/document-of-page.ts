import type { DocumentInput } from './document-input.ts';
import type { DocumentFacts } from '../extract/facts/document-facts.ts';

const MAX_TITLE_BYTES = 2_048;

/** Metadata that all documents of one origin share. */
export interface Labels {
  scope?: string | undefined;
  /** Omitted: the host of the URL. */
  source?: string | undefined;
  collection?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The date in the feed, for a page that does not state its publication date. */
  publishedDate?: string | undefined;
}

/** The document of a page. A title that is too long is truncated, not rejected. */
export function documentOfPage(
  url: string,
  page: { [Fact in 'title' | 'publishedDate']?: DocumentFacts[Fact] | undefined } & { markdown: string },
  { scope, source, collection, metadata, publishedDate }: Labels,
): DocumentInput {
  const published = page.publishedDate ?? publishedDate;
  const title = page.title && cutToBytes(page.title, MAX_TITLE_BYTES);
  return {
    url,
    text: page.markdown,
    ...(title && { title }),
    ...(published && { publishedDate: published }),
    ...(scope !== undefined && { scope }),
    ...(source !== undefined && { source }),
    ...(collection !== undefined && { collection }),
    ...(metadata !== undefined && { metadata }),
  };
}

function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  // A character of which only some bytes remain decodes to U+FFFD.
  return bytes.length <= maxBytes
    ? text
    : bytes
        .subarray(0, maxBytes)
        .toString()
        .replace(/\uFFFD$/, '');
}
