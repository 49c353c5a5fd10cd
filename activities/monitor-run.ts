import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { isUnavailable } from '../services/database/unavailable.ts';
import type { MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { MonitorRunStart, Beginning } from '../services/monitors/run/begin.ts';
import type { BatchDone } from '../services/monitors/run/search-batch.ts';
import { withHeartbeat } from './heartbeat.ts';

export type MonitorRunActivities = ReturnType<typeof monitorRunActivities>;

// A run that cannot be ended would keep its credits, and all runs after it from beginning.
const TRIES_TO_DELIVER = 8;
// Of 50. These tries were lost with their workers, which they may have ended.
const TRIES_BEFORE_THE_LAST = 40;

interface OfRun {
  run: string;
}

type BeginMonitorRun = Omit<Beginning, 'at'> & {
  /** ISO 8601. */
  at: string;
};

/** The hands of a monitor's run. Each is safe to retry: what is done is found in the database. */
export function monitorRunActivities(runs: MonitorRuns) {
  return {
    /** Begins the run of a period; undefined where there is nothing to run. */
    beginMonitorRun: ({ at, ...beginning }: BeginMonitorRun): Promise<MonitorRunStart | undefined> =>
      runs.begin({ ...beginning, at: new Date(at) }),

    /** Makes a few of the searches; how many are left. */
    searchBatch: ({ run }: OfRun): Promise<BatchDone> =>
      withHeartbeat(() => runs.searchBatch(run, cancellationSignal())),

    /** Ends the run unless it has ended; the status in which it is then. */
    finishMonitorRun: ({ run, unfinishedReason }: OfRun & { unfinishedReason: string }): Promise<string | undefined> =>
      withHeartbeat(() =>
        runs
          .finish(run, { unfinishedReason, givesUp: activityInfo().attempt > TRIES_BEFORE_THE_LAST })
          .catch((error: unknown) => {
            if (activityInfo().attempt < TRIES_TO_DELIVER || cancellationSignal().aborted || isUnavailable(error))
              throw error;
            return runs.finish(run, { unfinishedReason, givesUp: true });
          }),
      ),
  };
}
