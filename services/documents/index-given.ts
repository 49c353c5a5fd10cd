import type { FetchBatchService } from '../fetch/fetch-batch.ts';
import type { PageResult } from '../fetch/read-page.ts';
import { FETCH_LIMITS } from '../temporal/time-limits.ts';
import { checkDocument } from './check-document.ts';
import type { DocumentInput, GivenDocument } from './document-input.ts';
import { documentOfPage } from './document-of-page.ts';
import type { Documents } from './documents.ts';

interface IndexCall {
  orgId: string;
  /** Of the key or user that is charged. */
  callerId: string;
  operationId: string;
  given: readonly GivenDocument[];
  signal: AbortSignal;
}

/** Indexes documents; those without a text are read from their URLs first, for one credit each. */
export type IndexGiven = (call: IndexCall) => ReturnType<Documents['index']>;

export function createIndexGiven(documents: Pick<Documents, 'index'>, fetchBatch: FetchBatchService): IndexGiven {
  async function readPages({ given, ...call }: IndexCall): Promise<Map<string, PageResult>> {
    const urls = given.filter(isWorthReading).map(({ url }) => url);
    if (urls.length === 0) return new Map();
    const options = { budgetMs: FETCH_LIMITS.url, honoursRobots: true, operation: 'indexDocuments' } as const;
    const read = await fetchBatch({ ...call, ...options, urls });
    return new Map(read.map(({ requestedUrl, result }) => [requestedUrl, result]));
  }

  return async (call) => {
    const pages = await readPages(call);
    const read = call.given.map((document) => withText(document, pages));
    const indexed = await documents.index(call.orgId, read.filter(isDocument));
    const results = indexed.results.values();
    const inOrder = read.map((one) => (isDocument(one) ? (results.next().value ?? unexpected()) : one));
    return { accepted: indexed.accepted, results: inOrder };
  };
}

/** No page is read, and charged, for a document that would be refused whatever its text is. */
const isWorthReading = ({ text, ...document }: GivenDocument, place: number, all: readonly GivenDocument[]) =>
  text === undefined &&
  checkDocument({ ...document, text: ANY_TEXT }).status === 'ok' &&
  all.findIndex(({ url }) => url === document.url) === place;

const ANY_TEXT = 'text';

interface UnreadPage {
  url: string;
  status: 'error';
  error: string;
}

const isDocument = (one: DocumentInput | UnreadPage): one is DocumentInput => 'text' in one;

/** The document, with the facts of its page where the caller gave none; or why its page was not read. */
function withText(
  { text, ...given }: GivenDocument,
  pages: ReadonlyMap<string, PageResult>,
): DocumentInput | UnreadPage {
  if (text !== undefined) return { ...given, text };
  const page = pages.get(given.url);
  // It is refused for another reason.
  if (!page) return { ...given, text: ANY_TEXT };
  if (page.status === 'error') return { url: given.url, status: 'error', error: `${page.code}: ${page.message}` };
  const { title, publishedDate, text: markdown } = documentOfPage(given.url, page, {});
  return { ...given, title: given.title ?? title, publishedDate: given.publishedDate ?? publishedDate, text: markdown };
}

function unexpected(): never {
  throw new Error('a document of the call has no result');
}
