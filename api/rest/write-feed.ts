import type { SeenChange, SeenRecord } from '../../services/monitors/records/read-records.ts';
import type { Feed } from '../../services/monitors/records/feeds.ts';

interface Item {
  id: string;
  url: string;
  title: string;
  text: string;
  seenAt: string;
}

function itemOf(monitorId: string, { recordId, document, change, firstSeenAt }: SeenRecord): Item {
  const { url, title, snippets } = document;
  const texts = change ? changeLines(change) : snippets.map((snippet) => snippet.text);
  return {
    id: `urn:x-quarry:${monitorId}:${recordId}`,
    url,
    title,
    text: texts.join('\n\n'),
    seenAt: firstSeenAt.toISOString(),
  };
}

/** As a patch writes it: what a page gained behind `+`, what it lost behind `-`. */
function changeLines({ added, removed }: SeenChange): string[] {
  return [...added.map((part) => `+ ${part}`), ...removed.map((part) => `- ${part}`)];
}

/** @see https://www.jsonfeed.org/version/1.1/ */
export function jsonFeed({ monitorId, title, records }: Feed): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    items: records
      .map((record) => itemOf(monitorId, record))
      .map(({ id, url, title: itemTitle, text, seenAt }) => ({
        id,
        url,
        title: itemTitle,
        content_text: text,
        date_published: seenAt,
      })),
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed({ monitorId, title, updatedAt, records }: Feed): string {
  const entries = records.map((record) => entry(itemOf(monitorId, record)));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:x-quarry:${escaped(monitorId)}</id>
<title>${escaped(title)}</title>
<updated>${updatedAt.toISOString()}</updated>
<author><name>Quarry</name></author>
${entries.join('\n')}
</feed>
`;
}

function entry({ id, url, title, text, seenAt }: Item): string {
  return `<entry><id>${escaped(id)}</id><title>${escaped(title)}</title><link href="${escaped(url)}"/><updated>${seenAt}</updated><summary>${escaped(text)}</summary></entry>`;
}

// Characters that XML 1.0 cannot contain, not even escaped.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
