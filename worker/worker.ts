import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { agentRunActivities } from '../activities/agent-run.ts';
import { crawlActivities } from '../activities/crawl.ts';
import { embedPassagesActivities } from '../activities/embed-passages.ts';
import { fetchBatchActivities } from '../activities/fetch-batch.ts';
import { housekeepingActivities } from '../activities/housekeeping.ts';
import { monitorRunActivities } from '../activities/monitor-run.ts';
import { sourcePollActivities } from '../activities/source-poll.ts';
import { webhookDeliveryActivities } from '../activities/webhook-delivery.ts';
import { TASK_QUEUES } from '../services/temporal/names.ts';
import type { EmbeddingWorker } from './embedding-worker.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { activityOrganizations } from './organization-of.ts';
import { permanentFailures } from './permanent-failures.ts';
import { activityTrails, workflowTrails } from './trails.ts';
import { isPollingAll, type PolledQueue } from './polling.ts';
import { workflowBundle } from './workflow-bundle.ts';

// Within the stop limit of a group; another worker retries aborted work.
const GRACE = '500ms';
const FORCE = '1600ms';

// Most of our workers intentionally run only activities.
const ACTIVITIES_ONLY = 'No workflows registered, not polling for workflow tasks';

// Most of these only wait for their host's slot; read-and-store.ts limits how many read at once.
const FETCHES_AT_ONCE = 240;
const AGENT_STEPS_AT_ONCE = 120;
// Each reads from up to four hosts; the other polls wait in their queue.
const POLL_STEPS_AT_ONCE = 6;
// Each reads from up to 16 hosts for some 20 seconds, then the next crawl has its turn.
const CRAWL_STEPS_AT_ONCE = 8;
// Each makes a few concurrent searches.
const MONITOR_STEPS_AT_ONCE = 16;
// Each reads from up to four hosts for some ten seconds, then the next run has its turn.
const PAGE_STEPS_AT_ONCE = 8;
// Each only waits for its receiver, at most 15 s.
const WEBHOOK_ATTEMPTS_AT_ONCE = 200;
// A single workflow embeds for all callers.
const EMBEDDING_STEPS_AT_ONCE = 2;
// After this time another worker takes over the tasks of a killed one; Temporal's own default is ten seconds.
const WAITS_FOR_CACHE = '3s';
const WORKFLOWS_CACHED = 200;
const WORKFLOW_TASKS_AT_ONCE = 20;
const LOCAL_ACTIVITIES_AT_ONCE = 50;

// Names and units as Prometheus expects them.
const AS_PROMETHEUS = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };

export interface RunningWorkers {
  /** Rejects when a worker dies by itself. */
  failed: Promise<never>;
  /** Whether all of them receive tasks. @throws if the server does not respond */
  poll(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Call it before any other use of Temporal in the process: it keeps signals and log lines under our control.
 *
 * @param metricsAddress host:port where the SDK serves its own metrics; absent: it collects none
 */
export function installRuntime(log: Logger, metricsAddress?: string): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      // The core's messages belong in our log too, not beside it.
      logging: { filter: 'WARN', forward: {} },
      ...(metricsAddress !== undefined && {
        metrics: { prometheus: { bindAddress: metricsAddress, ...AS_PROMETHEUS } },
      }),
    },
    logger: {
      log: () => {},
      trace: () => {},
      debug: () => {},
      info: () => {},
      warn: (message, meta) => {
        if (message !== ACTIVITIES_ONLY) log.warn({ ...meta }, message);
      },
      error: (message, meta) => log.error({ ...meta }, message),
    },
  });
}

/** Starts a worker for each role of this process. */
export async function startWorkers(
  connection: NativeConnection,
  namespace: string,
  parts: WorkerDependencies,
): Promise<RunningWorkers> {
  const shared: Partial<WorkerOptions> = {
    connection,
    namespace,
    shutdownGraceTime: GRACE,
    shutdownForceTime: FORCE,
    interceptors: {
      activity: [activityTrails(parts.telemetry), permanentFailures, activityOrganizations(parts.organizationOf)],
    },
    maxHeartbeatThrottleInterval: '1s',
    defaultHeartbeatThrottleInterval: '1s',
  };
  const workers: Worker[] = [];
  if (parts.roles.includes('workflows')) workers.push(await workflowWorker(shared, parts));
  if (parts.roles.includes('fetch')) workers.push(await fetchWorker(shared, parts));
  if (parts.roles.includes('agent')) workers.push(await agentWorker(shared, parts));
  if (parts.roles.includes('sources')) workers.push(await sourcesWorker(shared, parts));
  if (parts.roles.includes('crawls')) workers.push(await crawlsWorker(shared, parts));
  if (parts.roles.includes('monitors')) workers.push(await monitorsWorker(shared, parts));
  if (parts.roles.includes('monitors')) workers.push(await pagesWorker(shared, parts));
  if (parts.roles.includes('webhooks')) workers.push(await webhooksWorker(shared, parts));
  if (parts.roles.includes('index') && parts.embedding) workers.push(await embeddingsWorker(shared, parts.embedding));
  const running = workers.map((worker) => worker.run());
  const failed = Promise.withResolvers<never>();
  let isStopping = false;
  for (const one of running) {
    // A worker that is forced to stop during its work may fail; no caller needs that failure.
    one.catch((error: unknown) => {
      if (!isStopping) failed.reject(error);
    });
  }
  // Without a handler the rejection would end the process.
  failed.promise.catch(() => undefined);
  return {
    failed: failed.promise,
    poll: () => isPollingAll(connection, namespace, workers.map(queueOf)),
    stop: async () => {
      isStopping = true;
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.allSettled(running);
    },
  };
}

function queueOf(worker: Worker): PolledQueue {
  const { taskQueue } = worker.options;
  return { worker, name: taskQueue, type: taskQueue === TASK_QUEUES.workflows ? 'workflows' : 'activities' };
}

/** Runs the workflows of all kinds, with the short database steps that run locally. */
async function workflowWorker(
  shared: Partial<WorkerOptions>,
  { research, monitorRuns, crawlRun, ledger, purge, telemetry }: WorkerDependencies,
): Promise<Worker> {
  const { beginRun, choose, finishRun, followUp } = agentRunActivities(research);
  const { beginMonitorRun } = monitorRunActivities(monitorRuns);
  const { finishCrawl } = crawlActivities(crawlRun);
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.workflows,
    workflowBundle: await workflowBundle(),
    sinks: workflowTrails(telemetry),
    activities: {
      beginRun,
      choose,
      finishRun,
      followUp,
      beginMonitorRun,
      finishCrawl,
      ...housekeepingActivities({ ledger, purge }),
    },
    stickyQueueScheduleToStartTimeout: WAITS_FOR_CACHE,
    maxCachedWorkflows: WORKFLOWS_CACHED,
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_AT_ONCE,
    maxConcurrentLocalActivityExecutions: LOCAL_ACTIVITIES_AT_ONCE,
  });
}

function fetchWorker(shared: Partial<WorkerOptions>, { readAndStore }: WorkerDependencies): Promise<Worker> {
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.fetch,
    activities: fetchBatchActivities({ readAndStore }),
    maxConcurrentActivityTaskExecutions: FETCHES_AT_ONCE,
  });
}

function agentWorker(shared: Partial<WorkerOptions>, { research }: WorkerDependencies): Promise<Worker> {
  const { plan, search, read, note, furtherSearches, write } = agentRunActivities(research);
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.agent,
    activities: { plan, search, read, note, furtherSearches, write },
    maxConcurrentActivityTaskExecutions: AGENT_STEPS_AT_ONCE,
  });
}

function sourcesWorker(shared: Partial<WorkerOptions>, { poll }: WorkerDependencies): Promise<Worker> {
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.sources,
    activities: sourcePollActivities(poll),
    maxConcurrentActivityTaskExecutions: POLL_STEPS_AT_ONCE,
  });
}

function crawlsWorker(shared: Partial<WorkerOptions>, { crawlRun }: WorkerDependencies): Promise<Worker> {
  const { beginCrawl, beginCrawlRound, crawlPages } = crawlActivities(crawlRun);
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.crawls,
    activities: { beginCrawl, beginCrawlRound, crawlPages },
    maxConcurrentActivityTaskExecutions: CRAWL_STEPS_AT_ONCE,
  });
}

function monitorsWorker(shared: Partial<WorkerOptions>, { monitorRuns }: WorkerDependencies): Promise<Worker> {
  const { searchBatch, finishMonitorRun } = monitorRunActivities(monitorRuns);
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.monitors,
    activities: { searchBatch, finishMonitorRun },
    maxConcurrentActivityTaskExecutions: MONITOR_STEPS_AT_ONCE,
  });
}

function pagesWorker(shared: Partial<WorkerOptions>, { monitorRuns }: WorkerDependencies): Promise<Worker> {
  const { pageBatch } = monitorRunActivities(monitorRuns);
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.pages,
    activities: { pageBatch },
    maxConcurrentActivityTaskExecutions: PAGE_STEPS_AT_ONCE,
  });
}

function webhooksWorker(shared: Partial<WorkerOptions>, { deliveries }: WorkerDependencies): Promise<Worker> {
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.webhooks,
    activities: webhookDeliveryActivities(deliveries),
    maxConcurrentActivityTaskExecutions: WEBHOOK_ATTEMPTS_AT_ONCE,
  });
}

function embeddingsWorker(shared: Partial<WorkerOptions>, { steps }: EmbeddingWorker): Promise<Worker> {
  return Worker.create({
    ...shared,
    taskQueue: TASK_QUEUES.embeddings,
    activities: embedPassagesActivities(steps),
    maxConcurrentActivityTaskExecutions: EMBEDDING_STEPS_AT_ONCE,
  });
}
