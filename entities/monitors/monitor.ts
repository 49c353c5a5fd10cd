import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const MONITOR_STATUSES = ['active', 'paused', 'disabled', 'deleted'] as const;
export const WEBHOOK_EVENTS = ['run.completed', 'run.failed'] as const;
export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;

/** Saved searches that are run on a cadence. The row is the promise; its schedule and its runs follow from it. */
export const MonitorSchema = defineEntity({
  name: 'Monitor',
  tableName: 'monitors',
  properties: {
    id: p.string().primary(),
    orgId: p.string(),
    /** Empty: unnamed. */
    name: p.text(),
    /** As given. */
    cadence: p.text(),
    cadenceSeconds: p.integer(),
    status: p.enum(MONITOR_STATUSES),
    /** Periods are counted from here; a whole second, as schedules count. */
    anchorAt: p.datetime(3),
    /** A run that the creation or a trigger asked for and that has not begun. */
    wantedAt: p.datetime(3).nullable(),
    /** Counts the changes that its schedule has to follow. */
    revision: p.integer().default(1),
    /** The revision, and the period, with which its schedule is known to be on the server. */
    scheduledRevision: p.integer().nullable(),
    scheduledPeriodMs: p.bigint('string').nullable(),
    /** Failed runs in a row. */
    consecutiveFailures: p.integer().default(0),
    /** Null: no webhook. */
    webhookUrl: p.text().nullable(),
    /** Empty: all events. */
    webhookEvents: p.array().columnType('text[]').nullable(),
    webhookStatus: p.enum(WEBHOOK_STATUSES).nullable(),
    /** Why the service has disabled it. */
    webhookStatusReason: p.text().nullable(),
    /** Encrypted; of the monitor, not of the webhook: removing that keeps it. */
    webhookSecret: p.blob(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).nullable(),
  },
  checks: [{ name: 'monitors_name_bytes', expression: 'octet_length(name) <= 512' }],
  indexes: [
    { name: 'monitors_newest_first', properties: ['orgId', 'id'] },
    {
      name: 'monitors_one_per_name',
      expression: `create unique index monitors_one_per_name on monitors (org_id, name) where status <> 'deleted' and name <> ''`,
    },
  ],
});

export type Monitor = InferEntity<typeof MonitorSchema>;
