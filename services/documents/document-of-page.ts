import type { DocumentInput } from './document-input.ts';
import type { DocumentFacts } from '../extract/facts/document-facts.ts';

const MAX_TITLE_BYTES = 2_048;

/** What goes beside the text of every document of one origin. */
export interface Labels {
  scope?: string | undefined;
  /** Omitted: the host of the URL. */
  source?: string | undefined;
  /** As a feed says it, for a page that does not say itself when it was published. */
  publishedDate?: string | undefined;
}

/** The document that a page makes under a URL. A title that is too long is cut, not refused. */
export function documentOfPage(
  url: string,
  page: Pick<DocumentFacts, 'title' | 'publishedDate'> & { markdown: string },
  { scope, source, publishedDate }: Labels,
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
  };
}

function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  // A character that was cut through decodes to U+FFFD.
  return bytes.length <= maxBytes
    ? text
    : bytes
        .subarray(0, maxBytes)
        .toString()
        .replace(/\uFFFD$/, '');
}
