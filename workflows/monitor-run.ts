import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  log,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { MonitorRunActivities } from '../activities/monitor-run.ts';
import type { BegunRun, MonitorRunInput } from '../services/temporal/contracts.ts';
import { SCHEDULED_START, SEARCH_ATTRIBUTES, TASK_QUEUES } from '../services/temporal/names.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
// Of the 51,200 events that a history may have.
const EVENTS_A_WORKFLOW = 5_000;

// A short step on our own database, run by the worker of the workflow.
const { beginMonitorRun } = proxyLocalActivities<MonitorRunActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '500ms', maximumInterval: '10s', maximumAttempts: 20 },
});

// A batch starts no search after five seconds. A search's own failure is a result: retries are for a lost worker or
// database.
const { searchBatch } = proxyActivities<MonitorRunActivities>({
  taskQueue: TASK_QUEUES.monitors,
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500ms', maximumInterval: '30s', maximumAttempts: 10 },
});

// A batch starts no page after ten seconds. A page's own failure is a result.
const { pageBatch } = proxyActivities<MonitorRunActivities>({
  taskQueue: TASK_QUEUES.pages,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500ms', maximumInterval: '30s', maximumAttempts: 10 },
});

// One transaction over all results: up to 100,000 documents.
const { finishMonitorRun } = proxyActivities<MonitorRunActivities>({
  taskQueue: TASK_QUEUES.monitors,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500ms', maximumInterval: '30s', maximumAttempts: 50 },
});

/** One period's run of a monitor: its searches and pages batch by batch, then one end. @see docs/rules.md#monitors */
export async function monitorRun(input: MonitorRunInput): Promise<string> {
  const begun = input.begun ?? (await begin(input));
  if (!begun) return 'nothing to do';
  const status = await runToEnd(input, begun);
  // Its row is final by now: operators find the run among the failed workflows in Temporal's UI too.
  if (status === 'failed' && patched('failed-runs-fail'))
    throw ApplicationFailure.nonRetryable(
      'The run failed: none of its requests succeeded, or it could not be delivered.',
      'failed',
    );
  return status;
}

async function runToEnd(input: MonitorRunInput, begun: BegunRun): Promise<string> {
  try {
    const unfinishedReason = await withinBudget(begun.deadlineMs - Date.now(), () => workAll(input, begun));
    return await finish(begun.run, unfinishedReason);
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    if (isCancellation(error)) {
      await finish(begun.run, 'The run was cancelled by the operator.');
      throw error;
    }
    log.error('the run failed', { error });
    return finish(begun.run, 'The run failed on our side.');
  }
}

async function begin({ monitorId, wantedAt }: MonitorRunInput): Promise<BegunRun | undefined> {
  const { workflowId, typedSearchAttributes, startTime } = workflowInfo();
  const at = wantedAt ?? (typedSearchAttributes.get(SCHEDULED_START) ?? startTime).toISOString();
  const begun = await beginMonitorRun({ monitorId, workflowId, at, isWanted: wantedAt !== undefined });
  if (!begun) return undefined;
  const { run, budgetMs, pages } = begun;
  return { run, deadlineMs: Date.now() + budgetMs, ...(pages > 0 && { pages }) };
}

/** Returns the reason why requests may remain; empty if none does. */
async function workAll(input: MonitorRunInput, begun: BegunRun): Promise<string> {
  await inBatches(input, begun, (batch) =>
    searchBatch.executeWithOptions({ summary: `Searches, batch ${batch}` }, [{ run: begun.run }]),
  );
  if (begun.pages)
    await inBatches(input, begun, (batch) =>
      pageBatch.executeWithOptions({ summary: `Pages, batch ${batch}` }, [{ run: begun.run }]),
    );
  return '';
}

async function inBatches(
  input: MonitorRunInput,
  begun: BegunRun,
  next: (batch: number) => ReturnType<MonitorRunActivities['searchBatch']>,
): Promise<void> {
  for (let waits = 0, batch = 1; ; batch += 1) {
    const done = await next(batch);
    if (done.left === 0) return;
    setCurrentDetails(done.waits ? 'Waiting for the other runs of the organization' : `${done.left} are left`);
    waits = done.waits ? waits + 1 : 0;
    if (waits > 0) await sleep(Math.min(FIRST_WAIT_MS * 1.5 ** (waits - 1), LONGEST_WAIT_MS));
    if (workflowInfo().historyLength > EVENTS_A_WORKFLOW) await continueAsNew<typeof monitorRun>({ ...input, begun });
  }
}

/** The run's own time limit: on expiry the run still delivers the documents that it has found. */
async function withinBudget(budgetMs: number, work: () => Promise<string>): Promise<string> {
  const scope = new CancellationScope({ cancellable: true, timeout: Math.max(budgetMs, 1) });
  try {
    return await scope.run(work);
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    return 'The run had no time left for this request.';
  }
}

/** Ends the run once, even while other work is being cancelled. */
async function finish(run: string, unfinishedReason: string): Promise<string> {
  const status = await CancellationScope.nonCancellable(() =>
    finishMonitorRun.executeWithOptions({ summary: 'Judge, deliver, end' }, [{ run, unfinishedReason }]),
  );
  setCurrentDetails(`Ended: ${status}`);
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status ?? 'gone' }]);
  return status ?? 'gone';
}
