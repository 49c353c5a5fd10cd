import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { periodMs } from './stored/next-poll.ts';

export interface Unscheduled {
  id: string;
  orgId: string;
  createdAt: Date;
  cadenceSeconds: number;
}

export interface EnsureSourceScheduledDeps {
  database: Database;
  clock: Clock;
  workflows: Pick<WorkflowClient, 'followSource'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
}

/** Gives a source its schedule and keeps that it has one. Safe to repeat. */
export async function ensureScheduled(
  { database, clock, workflows, timeScale }: EnsureSourceScheduledDeps,
  source: Unscheduled,
): Promise<void> {
  const { id, orgId, createdAt, cadenceSeconds } = source;
  await workflows.followSource({ sourceId: id, orgId, createdAt, periodMs: periodMs({ cadenceSeconds, timeScale }) });
  await database.query('update sources set scheduled_at = $2 where id = $1', [id, clock.now()]);
}
