import { defineSearchAttributeKey } from '@temporalio/common';

/** One queue per kind of work, each with its own slots, so that none starves another. */
export const TASK_QUEUES = {
  /** Workflows of all kinds, and their short database steps. */
  workflows: 'quarry-workflows',
  fetch: 'quarry-fetch',
  agent: 'quarry-agent',
  /** Polls of followed feeds and sitemaps. */
  sources: 'quarry-sources',
  /** Searches of monitors. */
  monitors: 'quarry-monitors',
  /** Webhooks of monitors. */
  webhooks: 'quarry-webhooks',
  /** Vectors of passages. No worker polls it where embeddings are off. */
  embeddings: 'quarry-embeddings',
} as const;

/** Names of the workflows, as they are registered and as the UI shows them. */
export const WORKFLOWS = {
  agentRun: 'agentRun',
  fetchBatch: 'fetchBatch',
  housekeeping: 'housekeeping',
  sourcePoll: 'sourcePoll',
  embedPassages: 'embedPassages',
  monitorRun: 'monitorRun',
  webhookDelivery: 'webhookDelivery',
} as const;

/** For operators to filter by; unencrypted, so no personal data. */
export const SEARCH_ATTRIBUTES = {
  orgId: defineSearchAttributeKey('QuarryOrgId', 'KEYWORD'),
  status: defineSearchAttributeKey('QuarryStatus', 'KEYWORD'),
} as const;

/** Temporal's own: when a schedule struck, before jitter, to the second. */
export const SCHEDULED_START = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** Type of the failure of an activity whose part was away: PostgreSQL, the index, the disk. */
export const UNAVAILABLE_FAILURE = 'UNAVAILABLE';

export const HOUSEKEEPING_ID = 'housekeeping';

export const EMBED_PASSAGES_ID = 'embed-passages';

/** Of the workflow that begins a run which a creation or a trigger asked for. */
export function wantedWorkflowIdOf(monitorId: string, wantedAt: Date): string {
  return `${monitorId}-${wantedAt.toISOString()}`;
}

/** Of the workflow that begins the run of a period whose strike has been lost. */
export function missedWorkflowIdOf(monitorId: string, periodAt: Date): string {
  return `${monitorId}-missed-${periodAt.toISOString()}`;
}
