import type { WorkflowClient } from '../../temporal/workflow-client.ts';
import { beginRun, type BeginDeps, type BeginOptions, type MonitorRunStart } from './begin.ts';
import { finishRun, type FinishDeps, type FinishOptions } from './finish.ts';
import { pageBatch, type PageBatchDeps } from './page-batch.ts';
import { searchBatch, type BatchResult, type SearchBatchDeps } from './search-batch.ts';

/** The steps of a monitor's run. Each is safe to repeat. */
export interface MonitorRuns {
  begin(beginning: BeginOptions): Promise<MonitorRunStart | undefined>;
  searchBatch(run: string, signal: AbortSignal): Promise<BatchResult>;
  pageBatch(run: string, signal: AbortSignal): Promise<BatchResult>;
  /** The run's status afterwards; undefined if there is no such run. */
  finish(run: string, ending: FinishOptions): Promise<string | undefined>;
}

export interface MonitorRunsDeps extends BeginDeps, SearchBatchDeps, PageBatchDeps, FinishDeps {
  workflows: Pick<WorkflowClient, 'dropMonitorSchedule'>;
}

export function createMonitorRuns(deps: MonitorRunsDeps): MonitorRuns {
  return {
    async begin(beginning) {
      const begun = await beginRun(deps, beginning);
      if (!begun) await dropScheduleOfNone(deps, beginning.monitorId);
      return begun;
    },
    searchBatch: (run, signal) => searchBatch(deps, run, signal),
    pageBatch: (run, signal) => pageBatch(deps, run, signal),
    finish: (run, ending) => finishRun(deps, run, ending),
  };
}

/** A crash between row and schedule may have left the schedule of a deleted monitor behind. */
async function dropScheduleOfNone({ database, workflows }: MonitorRunsDeps, monitorId: string): Promise<void> {
  const monitor = await database.builder
    .selectFrom('monitors')
    .select('id')
    .where('id', '=', monitorId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (!monitor) await workflows.dropMonitorSchedule(monitorId);
}
