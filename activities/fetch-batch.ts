import { cancellationSignal } from '@temporalio/activity';
import type { ReadAndStore, PageKey } from '../services/fetch/read-and-store.ts';
import type { PageTask } from '../services/temporal/contracts.ts';
import { withLimitedFaults } from './limited-faults.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface ReadOne extends PageKey, PageTask {
  url: string;
}

export type FetchBatchActivities = ReturnType<typeof fetchBatchActivities>;

export function fetchBatchActivities({ readAndStore }: { readAndStore: ReadAndStore }) {
  return {
    /** Reads one URL within its budget and stores the result. Safe to retry: keyed by (readerId, ordinal). */
    readOne: ({ readerId, orgId, ordinal, ...task }: ReadOne): Promise<string> =>
      withHeartbeat(() =>
        withLimitedFaults(async () => {
          const page = await readAndStore({ readerId, orgId, ordinal }, task, cancellationSignal());
          return page.status === 'ok' ? 'ok' : page.code;
        }),
      ),
  };
}
