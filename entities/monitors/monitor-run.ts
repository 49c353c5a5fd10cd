import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const MONITOR_RUN_STATUSES = ['running', 'completed', 'partial', 'failed', 'skipped'] as const;

/** One period's run of a monitor. Callers see it once it has ended: its number is allocated then, under the monitor's lock. */
export const MonitorRunSchema = defineEntity({
  name: 'MonitorRun',
  tableName: 'monitor_runs',
  properties: {
    /** Monitor and period: what makes a period run once; also the name of its hold. */
    id: p.string().primary(),
    monitorId: p.string(),
    orgId: p.string(),
    /** To ask Temporal whether it goes on. */
    workflowId: p.string(),
    /** As callers see it; null while it runs. */
    runId: p.bigint('string').nullable(),
    status: p.enum(MONITOR_RUN_STATUSES),
    statusReason: p.text().default(''),
    periodAt: p.datetime(3),
    startedAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    firstRecordId: p.bigint('string').default('0'),
    lastRecordId: p.bigint('string').default('0'),
    recordCount: p.integer().default(0),
    requestsTotal: p.integer(),
    requestsOk: p.integer().default(0),
    requestsFailed: p.integer().default(0),
    /** Until when a batch of it has one of its organization's turns. */
    turnUntil: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'monitor_runs_in_order', properties: ['monitorId', 'runId'] },
    {
      name: 'monitor_runs_one_at_once',
      expression:
        'create unique index monitor_runs_one_at_once on monitor_runs (monitor_id) where completed_at is null',
    },
    {
      name: 'monitor_runs_going_on',
      expression: 'create index monitor_runs_going_on on monitor_runs (org_id) where completed_at is null',
    },
    { name: 'monitor_runs_ended', properties: ['completedAt'] },
  ],
});

export type MonitorRun = InferEntity<typeof MonitorRunSchema>;
