import type { Wire } from '../../sdk/contract/shapes.ts';

/** Maximum total of a response's long fields: a message ends at 4 MiB. @see docs/rules.md#search */
export const RESPONSE_BYTES = 3.5 * 1024 * 1024;

/** Omits the content of later citations if all of it would not fit into a message. */
export function citationsWithinMessage(body: Wire): Wire {
  if (!Array.isArray(body.citations)) return body;
  let bytesLeft = RESPONSE_BYTES;
  const citations = (body.citations as Array<{ content?: string }>).map((citation) => {
    bytesLeft -= Buffer.byteLength(citation.content ?? '');
    return bytesLeft < 0 ? { ...citation, content: '' } : citation;
  });
  return { ...body, citations };
}

interface Page {
  markdown?: string;
  text?: string;
  html?: string;
  links?: unknown;
  metadata?: unknown;
  passages?: unknown;
  screenshot?: string;
  truncated?: boolean;
}

/**
 * Fits pages into a message. What was included beside the Markdown takes half of it at most: later pages lose theirs. A
 * screenshot takes what is left, and the Markdown has at least a tenth. Then the longest Markdown is cut at the end of a line. Both mark the page.
 */
export function pagesWithinMessage({ results, ...body }: Wire): Wire {
  let bytesLeft = RESPONSE_BYTES / 2;
  const pages = (results as Page[]).map((page) => {
    const { text, html, links, metadata, passages, screenshot, ...rest } = page;
    const bytes = Buffer.byteLength(JSON.stringify({ text, html, links, metadata, passages }));
    const picture = screenshot === undefined ? {} : { screenshot };
    if (bytes > bytesLeft) return { ...rest, ...picture, truncated: true };
    bytesLeft -= bytes;
    return page;
  });
  const markdownBytes = pages.reduce((sum, { markdown = '' }) => sum + Buffer.byteLength(markdown), 0);
  let left = RESPONSE_BYTES / 2 + bytesLeft;
  let picturesLeft = left - Math.min(markdownBytes, RESPONSE_BYTES / 10);
  const pictured = pages.map((page) => {
    const bytes = Buffer.byteLength(page.screenshot ?? '', 'base64');
    if (bytes > picturesLeft) return { ...page, screenshot: undefined, truncated: true };
    picturesLeft -= bytes;
    left -= bytes;
    return page;
  });
  return {
    ...body,
    results: withinShare(
      pictured,
      ({ markdown = '' }) => markdown,
      (page, markdown) => ({ ...page, markdown, truncated: true }),
      left,
    ),
  };
}

/** Cuts the longest URLs, which are rejected ones, if all of them would not fit into a message. */
export function urlsWithinMessage({ results, ...body }: Wire): Wire {
  const entries = results as Array<{ url: string }>;
  return {
    ...body,
    results: withinShare(
      entries,
      ({ url }) => url,
      (entry, url) => ({ ...entry, url }),
    ),
  };
}

/** The items, with texts cut that exceed their share of a message. */
function withinShare<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  asCut: (item: Item, text: string) => Item,
  total = RESPONSE_BYTES,
): Item[] {
  const sizes = items.map((item) => Buffer.byteLength(textOf(item)));
  const share = fairShare(sizes, total);
  return items.map((item, index) => ((sizes[index] ?? 0) <= share ? item : asCut(item, cut(textOf(item), share))));
}

/** Maximum bytes of each text so that all fit: short texts leave their share to long ones. */
function fairShare(sizes: readonly number[], total: number): number {
  let left = total;
  let sharing = sizes.length;
  for (const size of sizes.toSorted((one, other) => one - other)) {
    if (size * sharing > left) return Math.floor(left / sharing);
    left -= size;
    sharing -= 1;
  }
  return total;
}

const BEGINS_CHARACTER = 0b1100_0000;
const CONTINUES_CHARACTER = 0b1000_0000;

function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  const line = buffer.lastIndexOf('\n', bytes);
  let end = line > bytes / 2 ? line : bytes;
  while (end > 0 && ((buffer[end] ?? 0) & BEGINS_CHARACTER) === CONTINUES_CHARACTER) end -= 1;
  return buffer.toString('utf8', 0, end);
}
