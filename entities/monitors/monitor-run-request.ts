import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What became of one saved search in one run; written when it is known, read once the run has ended. */
export const MonitorRunRequestSchema = defineEntity({
  name: 'MonitorRunRequest',
  tableName: 'monitor_run_requests',
  properties: {
    run: p.string().primary(),
    requestId: p.string().primary(),
    ordinal: p.integer(),
    /** Null until it has succeeded, or failed for the last time. */
    status: p.enum(['ok', 'failed'] as const).nullable(),
    reason: p.text().default(''),
    /** Whether it failed only because no provider could be reached. */
    unreached: p.boolean().default(false),
    attempts: p.integer().default(0),
    triedAt: p.datetime(3).nullable(),
    resultsReturned: p.integer().default(0),
    newRecords: p.integer().default(0),
    completedAt: p.datetime(3).nullable().index(),
  },
});

export type MonitorRunRequest = InferEntity<typeof MonitorRunRequestSchema>;
