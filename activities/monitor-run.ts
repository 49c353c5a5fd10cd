import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { isUnavailable } from '../services/database/unavailable.ts';
import type { MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { MonitorRunStart, BeginOptions } from '../services/monitors/run/begin.ts';
import type { BatchResult } from '../services/monitors/run/search-batch.ts';
import { withHeartbeat } from './heartbeat.ts';

export type MonitorRunActivities = ReturnType<typeof monitorRunActivities>;

// A run that cannot end would keep its credits, and block all later runs.
const ATTEMPTS_TO_DELIVER = 8;
// Of 50 attempts. These were lost with their workers, and may have caused their deaths.
const ATTEMPTS_BEFORE_THE_LAST = 40;

interface RunReference {
  run: string;
}

type BeginMonitorRun = Omit<BeginOptions, 'at'> & {
  /** ISO 8601. */
  at: string;
};

/** The activities of a monitor's run. Each is safe to retry: finished work is found in the database. */
export function monitorRunActivities(runs: MonitorRuns) {
  return {
    /** Starts the run of a period; undefined if there is nothing to run. */
    beginMonitorRun: ({ at, ...beginning }: BeginMonitorRun): Promise<MonitorRunStart | undefined> =>
      runs.begin({ ...beginning, at: new Date(at) }),

    /** Makes a few of the searches; returns the number of remaining ones. */
    searchBatch: ({ run }: RunReference): Promise<BatchResult> =>
      withHeartbeat(() => runs.searchBatch(run, cancellationSignal())),

    /** Reads a few of the pages; returns the number of remaining ones. */
    pageBatch: ({ run }: RunReference): Promise<BatchResult> =>
      withHeartbeat(() => runs.pageBatch(run, cancellationSignal())),

    /** Ends the run unless it has ended; returns its status. */
    finishMonitorRun: ({
      run,
      unfinishedReason,
    }: RunReference & { unfinishedReason: string }): Promise<string | undefined> =>
      withHeartbeat(() =>
        runs
          .finish(run, { unfinishedReason, givesUp: activityInfo().attempt > ATTEMPTS_BEFORE_THE_LAST })
          .catch((error: unknown) => {
            if (activityInfo().attempt < ATTEMPTS_TO_DELIVER || cancellationSignal().aborted || isUnavailable(error))
              throw error;
            return runs.finish(run, { unfinishedReason, givesUp: true });
          }),
      ),
  };
}
