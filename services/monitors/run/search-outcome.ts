import { storable } from '../../database/storable.ts';
import { canonicalUrl } from '../../url/canonical-url.ts';
import type { SearchRequest } from '../../search/snippets/search-request.ts';
import type { SearchDocument } from '../../search/snippets/search-result.ts';
import type { Search } from '../../search/search.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { stemsOf } from '../../text/words.ts';
import { parseQuery } from '../../query/operators.ts';

// A sentence longer than this share of the limit is cut in the middle.
const LEAST_KEPT = 0.5;
const SENTENCE_END = /[.!?。！？]["'”’)\]]*(?=\s)|[。！？]|\n\n/g;

/** Limit of a record's content. @see docs/rules.md#monitors */
const MAX_CONTENT_BYTES = 64 * 1024;
// Novelty is judged by these fields, even if the request does not select them.
const CHARACTERS_READ = 100_000;

/** A document as one search of a run found it. */
export interface OutcomeDocument {
  canonicalUrl: string;
  /** Without content. */
  document: StoredDocument;
  /** At most 64 KiB of UTF-8; the snippets if the document has no content. */
  text: string;
  /** The part of the text that the request selects; null: none. */
  contentCharacters: number | null;
}

export type SearchOutcome =
  /** `found` contains those of the `returned` results that are about the query. */
  | { status: 'ok'; reason: string; returned: number; found: OutcomeDocument[] }
  | { status: 'failed'; reason: string; isPermanent: boolean; isUnreached: boolean };

/** Runs one saved search. @throws the error of a failed search */
export async function searchOutcome(
  search: Pick<Search, 'search'>,
  orgId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { content } = request.fields;
  const asked = {
    ...request,
    fields: { ...request.fields, content: { maxCharacters: Math.max(CHARACTERS_READ, content?.maxCharacters ?? 0) } },
  };
  const { documents, warnings, allProvidersFailed } = await search.search(orgId, asked, signal);
  const isAbout = aboutQuery(request.query);
  const telling = warnings.filter(({ type }) => type === 'provider_failed' || type === 'provider_limited');
  const reason = telling.map(({ message }) => `${message}.`).join(' ');
  // Our own index has no hit and no provider answered: the run cannot conclude that nothing is new.
  if (allProvidersFailed && documents.length === 0)
    return { status: 'failed', reason: `No provider answered. ${reason}`, isPermanent: false, isUnreached: true };
  return {
    status: 'ok',
    reason,
    returned: documents.length,
    found: documents
      .map((document) => asFound(document, content?.maxCharacters))
      .filter(({ document: { title, snippets }, text }) =>
        isAbout([title, text, ...snippets.map((snippet) => snippet.text)].join('\n')),
      ),
  };
}

function asFound(
  { url, title, content, publishedDate, snippets }: SearchDocument,
  maxCharacters: number | undefined,
): OutcomeDocument {
  const text = content ?? snippets.map((snippet) => snippet.text).join('\n\n');
  return {
    canonicalUrl: canonicalUrl(url),
    document: {
      url,
      title,
      ...(publishedDate !== undefined && { published_date: publishedDate }),
      snippets: snippets.map((snippet) => ({ text: snippet.text })),
    },
    text: cutAtSentence(storable(text), MAX_CONTENT_BYTES),
    contentCharacters: content === undefined ? null : (maxCharacters ?? null),
  };
}

/**
 * Whether a text is about a query, judged by the query's telling words in any form: it contains one of one, both of
 * two, two of three, most of more. For a query without telling words, every text is.
 *
 * @see docs/rules.md#monitors
 */
export function aboutQuery(query: string): (text: string) => boolean {
  const terms = [...new Set(stemsOf(parseQuery(query).text))];
  const least = terms.length <= 2 ? terms.length : Math.floor(terms.length / 2) + 1;
  if (least === 0) return () => true;
  const wanted = new Set(terms);
  return (text) => {
    const found = new Set<string>();
    for (const stem of stemsOf(text)) {
      if (wanted.has(stem)) found.add(stem);
      if (found.size >= least) return true;
    }
    return false;
  };
}

/** The beginning of a text, at most this many bytes of UTF-8, ending at the end of a sentence. */
export function cutAtSentence(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const beginning = wholeCharacters(Buffer.from(text).subarray(0, maxBytes));
  let end = 0;
  for (const match of beginning.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return end >= beginning.length * LEAST_KEPT ? beginning.slice(0, end).trimEnd() : beginning;
}

/** Removes the bytes of a cut character. */
function wholeCharacters(bytes: Buffer): string {
  const text = bytes.toString();
  return text.endsWith('\uFFFD') ? text.replace(/\uFFFD+$/, '') : text;
}
