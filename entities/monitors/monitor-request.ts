import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const REQUEST_KINDS = ['search', 'page'] as const;

/** One saved search or watched page of a monitor and its health. It outlives its removal for as long as a run may speak of it. */
export const MonitorRequestSchema = defineEntity({
  name: 'MonitorRequest',
  tableName: 'monitor_requests',
  properties: {
    id: p.string().primary(),
    monitorId: p.string(),
    kind: p.enum(REQUEST_KINDS).default('search'),
    /** Place in the monitor's list: searches from 0, pages from 1,000. */
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
