import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { FETCH_ERROR_CODES } from '../documents/page.ts';

/** What became of one saved search or watched page in one run; written when it is known, read once the run has ended. */
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
    /** Of a page that could not be read. */
    errorCode: p.enum(FETCH_ERROR_CODES).nullable(),
    /** Whether it failed only because a provider or a site could not be reached. */
    unreached: p.boolean().default(false),
    attempts: p.integer().default(0),
    triedAt: p.datetime(3).nullable(),
    resultsReturned: p.integer().default(0),
    newRecords: p.integer().default(0),
    completedAt: p.datetime(3).nullable().index(),
  },
});

export type MonitorRunRequest = InferEntity<typeof MonitorRunRequestSchema>;
