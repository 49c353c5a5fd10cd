import { cancellationSignal } from '@temporalio/activity';
import type { PageExtra } from '../services/extract/extras/page-extras.ts';
import type { ReadAndStore, PageKey } from '../services/fetch/read-and-store.ts';
import { withLimitedFaults } from './limited-faults.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface ReadOne extends PageKey {
  url: string;
  budgetMs: number;
  /** Absent in workflows of earlier releases. */
  wanted?: readonly PageExtra[];
  honoursRobots?: boolean;
}

export type FetchBatchActivities = ReturnType<typeof fetchBatchActivities>;

export function fetchBatchActivities({ readAndStore }: { readAndStore: ReadAndStore }) {
  return {
    /** Reads one URL within its budget and stores the result. Safe to retry: keyed by (readerId, ordinal). */
    readOne: ({ url, budgetMs, wanted, honoursRobots, ...key }: ReadOne): Promise<string> =>
      withHeartbeat(() =>
        withLimitedFaults(async () => {
          const page = await readAndStore(key, { url, budgetMs, wanted, honoursRobots }, cancellationSignal());
          return page.status === 'ok' ? 'ok' : page.code;
        }),
      ),
  };
}
