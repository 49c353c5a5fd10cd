import { idOf } from '../core/ids.ts';
import { PAGE_CREDITS } from '../billing/prices.ts';
import type { Meter } from '../billing/charge-call.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import type { PageExtra } from '../extract/extras/page-extras.ts';
import type { Pages } from './pages.ts';
import type { PageResult } from './read-page.ts';

interface FetchCall {
  orgId: string;
  /** Of the key or user that is charged. */
  callerId: string;
  operationId: string;
  urls: string[];
  /** Options for each URL. */
  budgetMs: number;
  /** What is read beside the content of each page. Absent: nothing. */
  wanted?: PageExtra[] | undefined;
  /** Whether pages that robots.txt disallows are not read. Absent: the caller has named them, so they are. */
  honoursRobots?: boolean;
  /** For which it is charged. */
  operation: 'fetch' | 'indexDocuments';
  signal: AbortSignal;
}

/** Results in the order of the request's URLs. */
export type FetchBatchService = (call: FetchCall) => Promise<Array<{ requestedUrl: string; result: PageResult }>>;

const NOT_READ: PageResult = { status: 'error', code: 'timeout', message: 'The call ended before this page was read.' };

/** Reads a batch as a durable workflow. The whole batch is held up front; each page that was read is charged. */
export function createFetchBatch({
  workflows,
  pages,
  meter,
}: {
  workflows: WorkflowClient;
  pages: Pages;
  meter: Meter;
}): FetchBatchService {
  return ({ orgId, callerId, operationId, urls, budgetMs, wanted = [], honoursRobots = false, operation, signal }) => {
    const chargedFor = { operation, callerId, scope: null };
    const options = { ...(wanted.length > 0 && { wanted }), ...(honoursRobots && { honoursRobots }) };
    return meter.run({ orgId, operationId, upTo: urls.length * PAGE_CREDITS, chargedFor }, async () => {
      const fetchId = idOf('fetch', operationId);
      await workflows.fetchBatch({ fetchId, orgId, urls, budgetMs, ...options }, signal);
      const read = await pages.ofReader(fetchId);
      const result = urls.map((requestedUrl, ordinal) => ({ requestedUrl, result: read.get(ordinal) ?? NOT_READ }));
      const readCount = result.filter((one) => one.result.status === 'ok').length;
      return { result, credits: readCount * PAGE_CREDITS };
    });
  };
}
