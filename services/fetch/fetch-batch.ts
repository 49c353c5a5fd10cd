import { idOf } from '../core/ids.ts';
import { PAGE_CREDITS } from '../billing/prices.ts';
import type { Meter } from '../billing/charge-call.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import type { Encryption } from '../core/encryption.ts';
import type { PageTask } from '../temporal/contracts.ts';
import type { Pages } from './pages.ts';
import type { PageResult } from './read-page.ts';

interface FetchCall extends Omit<PageTask, 'sealedHeaders'> {
  orgId: string;
  /** Of the key or user that is charged. */
  callerId: string;
  operationId: string;
  urls: string[];
  /** Of the requests to the origin that all URLs share. Absent: only the own ones. */
  headers?: Record<string, string> | undefined;
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
  encryption,
}: {
  workflows: WorkflowClient;
  pages: Pages;
  meter: Meter;
  encryption: Encryption;
}): FetchBatchService {
  return ({ orgId, callerId, operationId, urls, headers, operation, signal, ...task }) => {
    const chargedFor = { operation, callerId, scope: null };
    const sealed = headers && { sealedHeaders: encryption.encrypt(JSON.stringify(headers)).toString('base64') };
    return meter.run({ orgId, operationId, upTo: urls.length * PAGE_CREDITS, chargedFor }, async () => {
      const fetchId = idOf('fetch', operationId);
      await workflows.fetchBatch({ ...task, fetchId, orgId, urls, ...sealed }, signal);
      const read = await pages.ofReader(fetchId);
      const result = urls.map((requestedUrl, ordinal) => ({ requestedUrl, result: read.get(ordinal) ?? NOT_READ }));
      const readCount = result.filter((one) => one.result.status === 'ok').length;
      return { result, credits: readCount * PAGE_CREDITS };
    });
  };
}
