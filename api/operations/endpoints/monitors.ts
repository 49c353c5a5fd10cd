import { z } from 'zod';
import type { Meter } from '../../../services/billing/charge-call.ts';
import { PAGE_CREDITS, PREVIEW_SEARCH_CREDITS } from '../../../services/billing/prices.ts';
import type { Monitors } from '../../../services/monitors/monitors.ts';
import type { PreviewMonitor } from '../../../services/monitors/preview.ts';
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
import { MonitorPreviewed, previewToWire } from '../responses/monitor-preview.ts';
import { MonitorObject, monitorToWire } from '../responses/monitors.ts';

const shared = { tag: 'Monitors' } as const;
const writes = { ...shared, scope: 'monitors:write', rateClass: 'monitors' } as const;
const reads = { ...shared, scope: 'monitors:read' } as const;

const NAME_TAKEN = 'Another monitor of the organization has that name.';

const MonitorCreated = z
  .object({
    monitor: MonitorObject,
    webhook_secret: z
      .string()
      .describe(
        'Secret `whsec_…` that signs the webhook messages, in the form of Standard Webhooks. Only this response contains it.',
      ),
  })
  .meta({ id: 'MonitorCreated' });
const MonitorRead = z
  .object({
    monitor: MonitorObject,
    run_state: z
      .enum(['idle', 'running', 'unknown'])
      .describe('Whether a run is in progress. unknown while the scheduler does not respond.'),
  })
  .meta({ id: 'MonitorRead' });
const MonitorUpdated = z.object({ monitor: MonitorObject }).meta({ id: 'MonitorUpdated' });
const MonitorList = z
  .object({ has_more: z.boolean().describe('Whether a next page exists.'), monitors: z.array(MonitorObject) })
  .meta({ id: 'MonitorList' });
const Nothing = z.object({}).meta({ id: 'Nothing' });

export interface MonitorServices {
  monitors: Monitors;
  preview: PreviewMonitor;
  meter: Meter;
}

export function monitorOperations({ monitors, preview, meter }: MonitorServices): Operation[] {
  return [
    create(monitors),
    previewed(preview, meter),
    list(monitors),
    get(monitors),
    update(monitors),
    remove(monitors),
    trigger(monitors),
  ];
}

const create = (monitors: Monitors) =>
  operation({
    ...writes,
    method: 'POST',
    path: '/v1/monitors',
    operationId: 'createMonitor',
    summary: 'Create a monitor',
    description:
      'The monitor runs at once, unless it is created paused, and then at its cadence. It delivers each new document once, and what has changed on the pages that it watches. A run costs one credit for each search that succeeds and each page that is read.',
    body: {
      schema: CreateMonitorRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { cadence: '1d', search_requests: [{ query: 'paid leave' }] },
    },
    conflict: NAME_TAKEN,
    success: {
      status: 201,
      description: 'The monitor, and the secret that signs its webhook messages.',
      schema: MonitorCreated,
    },
    idempotent: true,
    async handle({ caller, operationId, body }) {
      const { monitor, webhookSecret } = await monitors.create(caller.orgId, operationId, toMonitorSettings(body));
      return { monitor: monitorToWire(monitor), webhook_secret: webhookSecret };
    },
  });

const previewed = (monitor: PreviewMonitor, meter: Meter) =>
  operation({
    ...writes,
    rateClass: 'search',
    method: 'POST',
    path: '/v1/monitors/preview',
    operationId: 'previewMonitor',
    summary: 'Preview a monitor',
    description:
      'Makes the searches of a monitor that does not exist yet, reads its pages, and returns what its first run would deliver and suppress. Nothing is kept. Costs one credit for each search that succeeds and each page that is read. Makes the first 20 searches and pages and shows 200 documents.',
    body: {
      schema: CreateMonitorRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { cadence: '1d', search_requests: [{ query: 'paid leave' }] },
    },
    success: { status: 200, description: 'What the first run would do.', schema: MonitorPreviewed },
    idempotent: true,
    async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal }) {
      const settings = toMonitorSettings(body);
      const { requests, pages } = monitor.check(settings);
      const upTo = requests.length * PREVIEW_SEARCH_CREDITS + pages.length * PAGE_CREDITS;
      const chargedFor = { operation: 'previewMonitor', callerId, scope: null };
      return meter.run({ orgId, operationId, upTo, chargedFor }, async () => {
        const preview = await monitor.preview(orgId, settings, signal);
        const succeeded = (of: ReadonlyArray<{ status: string }>) => of.filter(({ status }) => status === 'ok').length;
        const credits = succeeded(preview.searches) * PREVIEW_SEARCH_CREDITS + succeeded(preview.pages) * PAGE_CREDITS;
        return { result: previewToWire(requestId, preview), credits };
      });
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
    success: { status: 200, description: 'One page of monitors, newest first.', schema: MonitorList },
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
    summary: 'Read a monitor and its run state',
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
    summary: 'Update a monitor',
    description: 'Omitted fields are unchanged. A rejected request changes nothing.',
    body: { schema: UpdateMonitorRequest, maxBytes: MEBIBYTE, carriesKey: false, example: { cadence: '12h' } },
    conflict: NAME_TAKEN,
    success: { status: 200, description: 'The monitor after the update.', schema: MonitorUpdated },
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
    success: { status: 200, description: 'The monitor was deleted.', schema: Nothing },
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
    summary: 'Run a monitor now',
    description: 'Starts a run outside the schedule. The next scheduled run follows one full period later.',
    conflict: 'A run of the monitor is in progress, or the monitor is not active.',
    success: { status: 200, description: 'The run was started.', schema: Nothing },
    idempotent: true,
    async handle({ caller, params }) {
      await monitors.trigger(caller.orgId, params.monitor_id ?? '');
      return {};
    },
  });
