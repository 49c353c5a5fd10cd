import type { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import type { CrawlPageList, CrawlResponse } from '../operations/crawls/responses.ts';
import type { CallOperation } from '../operations/calls/call-in-process.ts';

export type CrawlBody = z.infer<typeof CrawlResponse>['crawl'];
type PageBody = z.infer<typeof CrawlPageList>['pages'][number];

/** A page of a crawl with its text. */
export interface CrawledPage {
  page: PageBody;
  markdown: string;
}

interface Reading {
  call: CallOperation;
  signal: AbortSignal;
}

/** A part of the pages of a crawl that have documents, and the cursor of the next one. */
export async function readCrawledPages(
  { call, signal }: Reading,
  id: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ pages: CrawledPage[]; next: string | undefined }> {
  const query = { limit: String(limit), ...(after !== undefined && { after }) };
  const listed = (await call('listCrawlPages', { params: { id }, query }, signal)) as z.infer<typeof CrawlPageList>;
  const pages: CrawledPage[] = [];
  for (const page of listed.pages) {
    const markdown = await textOf({ call, signal }, page);
    if (markdown !== undefined) pages.push({ page, markdown });
  }
  return { pages, next: listed.next };
}

/** Undefined where the page has no document, or has it no longer. */
async function textOf({ call, signal }: Reading, { document_url: url }: PageBody): Promise<string | undefined> {
  if (url === undefined) return undefined;
  try {
    const { document } = (await call('listDocuments', { query: { url } }, signal)) as { document: { text: string } };
    return document.text;
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}
