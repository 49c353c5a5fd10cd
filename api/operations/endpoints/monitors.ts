import { z } from 'zod';
import type { Monitors } from '../../../services/monitors/monitors.ts';
import { pageOf } from '../../../services/core/page.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { isId } from '../../../services/core/ids.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';
import { ListMonitorsQuery } from '../requests/monitor-lists.ts';
import {
  CreateMonitorRequest,
  toMonitorChanges,
  toMonitorSettings,
  UpdateMonitorRequest,
} from '../requests/monitors.ts';
import { MonitorObject, monitorToWire } from '../responses/monitors.ts';

const shared = { tag: 'Monitors' } as const;
const writes = { ...shared, scope: 'monitors:write', rateClass: 'monitors' } as const;
const reads = { ...shared, scope: 'monitors:read' } as const;

const NAME_TAKEN = 'Another monitor of the organization has that name.';

const MonitorCreated = z
  .object({
    monitor: MonitorObject,
    webhook_secret: z.string().describe('Told this once: `whsec_…`, for a library of Standard Webhooks.'),
  })
  .meta({ id: 'MonitorCreated' });
const MonitorRead = z
  .object({ monitor: MonitorObject, run_state: z.enum(['idle', 'running', 'unknown']) })
  .meta({ id: 'MonitorRead' });
const MonitorUpdated = z.object({ monitor: MonitorObject }).meta({ id: 'MonitorUpdated' });
const MonitorList = z.object({ has_more: z.boolean(), monitors: z.array(MonitorObject) }).meta({ id: 'MonitorList' });
const Nothing = z.object({}).meta({ id: 'Nothing' });

export function monitorOperations(monitors: Monitors): Operation[] {
  return [create(monitors), list(monitors), get(monitors), update(monitors), remove(monitors), trigger(monitors)];
}

const create = (monitors: Monitors) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/monitors',
    operationId: 'createMonitor',
    summary: 'Have searches run on a cadence',
    description:
      'It runs now, unless it is created paused, and then once a period. What is new is delivered, once. A run costs one credit a search that succeeds.',
    body: {
      schema: CreateMonitorRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { cadence: '1d', search_requests: [{ query: 'paid leave' }] },
    },
    conflict: NAME_TAKEN,
    success: {
      status: 201,
      description: 'The monitor, and the secret with which its webhooks are signed.',
      schema: MonitorCreated,
    },
    idempotent: true,
    async handle({ caller, operationId, body }) {
      const { monitor, webhookSecret } = await monitors.create(caller.orgId, operationId, toMonitorSettings(body));
      return { monitor: monitorToWire(monitor), webhook_secret: webhookSecret };
    },
  });

const list = (monitors: Monitors) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/monitors',
    operationId: 'listMonitors',
    summary: "List the organization's monitors, newest first",
    query: ListMonitorsQuery,
    success: { status: 200, description: 'One page of monitors.', schema: MonitorList },
    async handle({ caller, query }) {
      const found = await monitors.list(caller.orgId, query);
      const page = pageOf(found.monitors.map(monitorToWire), found.hasMore);
      return { has_more: page.hasMore, monitors: page.items };
    },
  });

const get = (monitors: Monitors) =>
  operation({
    ...reads,
    method: 'GET',
    path: '/v1/monitors/:monitor_id',
    operationId: 'getMonitor',
    summary: 'Read one monitor, and whether it is running',
    success: { status: 200, description: 'The monitor.', schema: MonitorRead },
    async handle({ caller, params }) {
      const monitor = await monitors.get(caller.orgId, params.monitor_id ?? '');
      return { monitor: monitorToWire(monitor), run_state: await monitors.runState(monitor.id) };
    },
  });

const update = (monitors: Monitors) =>
  operation({
    ...writes,
    method: 'PATCH',
    path: '/v1/monitors/:monitor_id',
    operationId: 'updateMonitor',
    summary: 'Change a monitor',
    description: 'What is omitted stays as it is. A change that is refused changes nothing.',
    body: { schema: UpdateMonitorRequest, maxBytes: MEBIBYTE, carriesKey: false, example: { cadence: '12h' } },
    conflict: NAME_TAKEN,
    success: { status: 200, description: 'The monitor as it is now.', schema: MonitorUpdated },
    async handle({ caller, params, body }) {
      const monitorId = params.monitor_id ?? '';
      // A malformed id is "not found", whatever the body.
      if (isId('mon', monitorId) && body.monitor_id && body.monitor_id !== monitorId)
        throw new ServiceError('INVALID_REQUEST', 'monitor_id: differs from the id in the path', {
          param: 'monitor_id',
        });
      return { monitor: monitorToWire(await monitors.update(caller.orgId, monitorId, toMonitorChanges(body))) };
    },
  });

const remove = (monitors: Monitors) =>
  operation({
    ...writes,
    method: 'DELETE',
    path: '/v1/monitors/:monitor_id',
    operationId: 'deleteMonitor',
    summary: 'Delete a monitor, its runs and its records',
    success: { status: 200, description: 'It is deleted.', schema: Nothing },
    async handle({ caller, params }) {
      await monitors.remove(caller.orgId, params.monitor_id ?? '');
      return {};
    },
  });

const trigger = (monitors: Monitors) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/monitors/:monitor_id/trigger',
    operationId: 'triggerMonitor',
    summary: 'Have a monitor run now',
    description: "It is the period's run: the next one is a whole period later. Additive.",
    conflict: 'A run of the monitor is going on, or the monitor is not active.',
    success: { status: 200, description: 'It runs.', schema: Nothing },
    idempotent: true,
    async handle({ caller, params }) {
      await monitors.trigger(caller.orgId, params.monitor_id ?? '');
      return {};
    },
  });
