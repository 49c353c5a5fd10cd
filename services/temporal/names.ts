import { defineSearchAttributeKey } from '@temporalio/common';

/** One queue per kind of work, each with its own slots, so that none starves another. */
export const TASK_QUEUES = {
  /** Workflows of all kinds, and their short database steps. */
  workflows: 'quarry-workflows',
  fetch: 'quarry-fetch',
  agent: 'quarry-agent',
  /** Polls of feeds and sitemaps. */
  sources: 'quarry-sources',
  /** Pages of crawls. */
  crawls: 'quarry-crawls',
  /** Searches of monitors. */
  monitors: 'quarry-monitors',
  /** Pages of monitors. */
  pages: 'quarry-pages',
  /** Webhooks of monitors. */
  webhooks: 'quarry-webhooks',
  /** Embedding of passages. Without embeddings, no worker polls this queue. */
  embeddings: 'quarry-embeddings',
} as const;

/** Names of the workflows, as they are registered and as the UI shows them. */
export const WORKFLOWS = {
  agentRun: 'agentRun',
  fetchBatch: 'fetchBatch',
  housekeeping: 'housekeeping',
  sourcePoll: 'sourcePoll',
  crawl: 'crawl',
  embedPassages: 'embedPassages',
  monitorRun: 'monitorRun',
  webhookDelivery: 'webhookDelivery',
} as const;

/** Search attributes for operators; unencrypted, so they hold no personal data. */
export const SEARCH_ATTRIBUTES = {
  orgId: defineSearchAttributeKey('QuarryOrgId', 'KEYWORD'),
  status: defineSearchAttributeKey('QuarryStatus', 'KEYWORD'),
} as const;

/** Temporal's own: the time of a schedule's strike, before jitter, to the second. */
export const SCHEDULED_START = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** Header with the trail of the call that started a workflow: ids alone. */
export const TRAIL_HEADER = 'quarry-trail';

/** Failure type of an activity with an unavailable dependency: PostgreSQL, the index, the disk. */
export const UNAVAILABLE_FAILURE = 'UNAVAILABLE';

export const HOUSEKEEPING_ID = 'housekeeping';

export const EMBED_PASSAGES_ID = 'embed-passages';

/** Id of the workflow for a run that a creation or a trigger requested. */
export function wantedWorkflowIdOf(monitorId: string, wantedAt: Date): string {
  return `${monitorId}-${wantedAt.toISOString()}`;
}

/** Id of the workflow for a period whose strike was lost. */
export function missedWorkflowIdOf(monitorId: string, periodAt: Date): string {
  return `${monitorId}-missed-${periodAt.toISOString()}`;
}
