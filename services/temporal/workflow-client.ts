import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { FetchBatchInput, Workflows } from './contracts.ts';
import { runFetchBatch } from './fetch-batch.ts';
import {
  dropMonitorSchedule,
  putMonitorSchedule,
  startMissedRun,
  startMonitorRun,
  type MissedRun,
  type MonitorSchedule,
  type WantedRun,
} from './monitors.ts';
import { cancelCrawl, startCrawl, type NewCrawl } from './crawls.ts';
import { EMBED_PASSAGES_ID, SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOWS } from './names.ts';
import { organizationOptions } from './organization-options.ts';
import { queueStates, type QueueState } from './queues.ts';
import { followSource, scheduleHousekeeping, unfollowSource, type ScheduledSource } from './schedules.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import { RUN_LIMITS } from './time-limits.ts';
import { startWebhookDelivery, type WebhookDelivery } from './webhooks.ts';

// Above the longest outage of an embedding server; the next change starts the remaining work again.
const EMBED_TIMEOUT = '7d';
const MEMO_CHARACTERS = 100;
const ASK_WITHIN_MS = 2_000;

/** The name, query and effort are for people who look at Temporal's UI. */
interface NewAgentRun {
  runId: string;
  orgId: string;
  /** Absent: the organization is gone. */
  orgName: string | undefined;
  query: string;
  effort: string;
}

type WorkflowState = 'open' | 'closed' | 'absent';

/** The only client that starts, signals and queries workflows. */
export interface WorkflowClient {
  /** Reads all URLs of a batch; their pages are then in the database. Aborting cancels the batch. */
  fetchBatch(input: FetchBatchInput, signal: AbortSignal): Promise<void>;
  startAgentRun(run: NewAgentRun): Promise<void>;
  /** Requests cancellation of a run's workflow; an ended one is unchanged. */
  cancelAgentRun(runId: string): Promise<void>;
  agentRunState(runId: string): Promise<WorkflowState>;
  /** Starts the workflow of a crawl; one that exists is unchanged. */
  startCrawl(crawl: NewCrawl): Promise<void>;
  /** Requests cancellation of a crawl's workflow; an ended one is unchanged. */
  cancelCrawl(crawlId: string): Promise<void>;
  crawlState(crawlId: string): Promise<WorkflowState>;
  /**
   * Polls a source at once and then once a period, counted from its creation. Safe to repeat: an existing schedule is
   * unchanged.
   */
  followSource(source: ScheduledSource): Promise<void>;
  /** Ends a source's polls; an unknown source is ignored. */
  unfollowSource(sourceId: string): Promise<void>;
  /** Schedules a monitor's run once a period; updates an existing schedule unless it is already current. */
  putMonitorSchedule(schedule: MonitorSchedule): Promise<void>;
  /** Ends a monitor's schedule; an unknown monitor is ignored. */
  dropMonitorSchedule(monitorId: string): Promise<void>;
  /** Starts, once, the run that a monitor's creation or a trigger requested. */
  startMonitorRun(run: WantedRun): Promise<void>;
  /** Starts the run of the current period, whose strike was lost. */
  startMissedRun(run: MissedRun): Promise<void>;
  monitorRunState(workflowId: string): Promise<WorkflowState>;
  /** Sends a message until it has been delivered or given up; a delivery in progress continues. */
  startWebhookDelivery(delivery: WebhookDelivery): Promise<void>;
  /** Embeds passages; one workflow serves all callers, so a second call while it runs changes nothing. */
  embedPassages(): Promise<void>;
  /** Maintains the housekeeping schedule on the server. */
  scheduleHousekeeping(): Promise<void>;
  /** @throws if the server does not respond within two seconds */
  ping(): Promise<void>;
  /** The queues of all kinds of work. @throws as `ping` */
  queueStates(): Promise<QueueState[]>;
}

export function createWorkflowClient(client: Client): WorkflowClient {
  return {
    fetchBatch: (input, signal) => runFetchBatch(client, input, signal),

    async startAgentRun({ runId, orgId, orgName, query, effort }) {
      await client.workflow
        .start<Workflows['agentRun']>(WORKFLOWS.agentRun, {
          args: [{ runId }],
          workflowId: runId,
          taskQueue: TASK_QUEUES.workflows,
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowExecutionTimeout: RUN_LIMITS.workflow,
          requestEagerStart: true,
          ...organizationOptions(orgId),
          typedSearchAttributes: [
            { key: SEARCH_ATTRIBUTES.orgId, value: orgId },
            { key: SEARCH_ATTRIBUTES.status, value: 'running' },
          ],
          memo: { query: query.slice(0, MEMO_CHARACTERS), organization: orgName ?? orgId, effort },
          staticSummary: 'Research run',
        })
        .catch(unlessStarted);
    },

    async cancelAgentRun(runId) {
      await client.workflow.getHandle(runId).cancel().catch(unlessGone);
    },

    agentRunState: (runId) => workflowState(client, runId),
    startCrawl: (crawl) => startCrawl(client, crawl).catch(unlessStarted),
    cancelCrawl: (crawlId) => cancelCrawl(client, crawlId).catch(unlessGone),
    crawlState: (crawlId) => workflowState(client, crawlId),
    followSource: (source) => followSource(client, source),
    unfollowSource: (sourceId) => unfollowSource(client, sourceId),
    putMonitorSchedule: (schedule) => putMonitorSchedule(client, schedule),
    dropMonitorSchedule: (monitorId) => dropMonitorSchedule(client, monitorId),
    startMonitorRun: (run) => startMonitorRun(client, run).catch(unlessStarted),
    startMissedRun: (run) => startMissedRun(client, run).catch(unlessStarted),
    monitorRunState: (workflowId) => workflowState(client, workflowId),
    startWebhookDelivery: (delivery) => startWebhookDelivery(client, delivery).catch(unlessStarted),

    async embedPassages() {
      await client.workflow
        .start<Workflows['embedPassages']>(WORKFLOWS.embedPassages, {
          args: [],
          workflowId: EMBED_PASSAGES_ID,
          taskQueue: TASK_QUEUES.workflows,
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowExecutionTimeout: EMBED_TIMEOUT,
          staticSummary: 'Vectors of passages',
        })
        .catch(unlessStarted);
    },

    scheduleHousekeeping: () => scheduleHousekeeping(client),

    async ping() {
      // A NativeConnection retries for longer than any deadline: the wait is abandoned.
      await unlessAborted(client.workflowService.getSystemInfo({}), AbortSignal.timeout(ASK_WITHIN_MS));
    },

    queueStates: () => queueStates(client, AbortSignal.timeout(ASK_WITHIN_MS)),
  };
}

async function workflowState(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const description = await client.workflow.getHandle(workflowId).describe();
    return description.status.name === 'RUNNING' ? 'open' : 'closed';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent';
    throw error;
  }
}

function unlessStarted(error: unknown): void {
  if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
}

function unlessGone(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}
