import type { SourceRow } from '../../entities/sources/source.ts';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { periodMs } from './poll/next-poll.ts';

export type UnscheduledSource = Pick<SourceRow, 'id' | 'orgId' | 'createdAt' | 'cadenceSeconds'>;

export interface EnsureSourceScheduledDeps {
  database: Database;
  clock: Clock;
  workflows: Pick<WorkflowClient, 'followSource'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

/** Creates a source's schedule and records it. Safe to repeat. */
export async function ensureScheduled(
  { database, clock, workflows, timeScale }: EnsureSourceScheduledDeps,
  source: UnscheduledSource,
): Promise<void> {
  const { id, orgId, createdAt, cadenceSeconds } = source;
  await workflows.followSource({ sourceId: id, orgId, createdAt, periodMs: periodMs({ cadenceSeconds, timeScale }) });
  await database.builder.updateTable('sources').set({ scheduled_at: clock.now() }).where('id', '=', id).execute();
}
