import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** One saved search of a monitor and its health. It outlives its removal for as long as a run may speak of it. */
export const MonitorRequestSchema = defineEntity({
  name: 'MonitorRequest',
  tableName: 'monitor_requests',
  properties: {
    id: p.string().primary(),
    monitorId: p.string(),
    /** Place in the monitor's list. */
    ordinal: p.integer(),
    /** SHA-256 of the request after defaults: the same body keeps its id over updates. */
    identity: p.string().length(64),
    /** The body as given. */
    request: p.json<Record<string, unknown>>(),
    consecutiveFailures: p.integer().default(0),
    lastSuccessAt: p.datetime(3).nullable(),
    removedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'monitor_requests_one_per_body',
      expression:
        'create unique index monitor_requests_one_per_body on monitor_requests (monitor_id, identity) where removed_at is null',
    },
    {
      name: 'monitor_requests_removed',
      expression: 'create index monitor_requests_removed on monitor_requests (removed_at) where removed_at is not null',
    },
  ],
});

export type MonitorRequest = InferEntity<typeof MonitorRequestSchema>;
