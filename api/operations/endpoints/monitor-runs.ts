import { z } from 'zod';
import type { Monitors } from '../../../services/monitors/monitors.ts';
import { pageOf } from '../../../services/core/page.ts';
import type { ReadRecords, RecordPage, RecordSelection } from '../../../services/monitors/records/read-records.ts';
import type { ReadRuns } from '../../../services/monitors/records/read-runs.ts';
import { operation, type Operation } from '../calls/operation.ts';
import {
  ListRecordsQuery,
  ListRunsQuery,
  ListSuppressedQuery,
  toRecordPage,
  toSuppressedPage,
} from '../requests/monitor-lists.ts';
import { outcomeToWire, RecordObject, recordToWire, RequestOutcomeObject } from '../responses/monitor-records.ts';
import { MonitorRunObject, runToWire, SuppressedObject, suppressedToWire } from '../responses/monitors.ts';

const MonitorRunList = z
  .object({ has_more: z.boolean().describe('Whether a next page exists.'), runs: z.array(MonitorRunObject) })
  .meta({ id: 'MonitorRunList' });
const MonitorRunRead = z.object({ run: MonitorRunObject }).meta({ id: 'MonitorRunRead' });
const RecordList = z
  .object({ has_more: z.boolean().describe('Whether a next page exists.'), records: z.array(RecordObject) })
  .meta({ id: 'MonitorRecordList' });
const RequestOutcomes = z.object({ requests: z.array(RequestOutcomeObject) }).meta({ id: 'MonitorRequestOutcomes' });
const SuppressedList = z
  .object({ has_more: z.boolean().describe('Whether a next page exists.'), suppressed: z.array(SuppressedObject) })
  .meta({ id: 'MonitorSuppressedList' });

const shared = { method: 'GET', tag: 'Monitors', scope: 'monitors:read' } as const;

export interface MonitorRunServices {
  monitors: Pick<Monitors, 'get'>;
  runs: ReadRuns;
  records: ReadRecords;
}

export function monitorRunOperations(services: MonitorRunServices): Operation[] {
  return [
    list(services),
    get(services),
    runRecords(services),
    requests(services),
    suppressed(services),
    records(services),
  ];
}

const list = ({ monitors, runs }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/runs',
    operationId: 'listMonitorRuns',
    summary: 'List the runs of a monitor',
    description: 'Runs of the last 30 days that have ended.',
    query: ListRunsQuery,
    success: { status: 200, description: 'One page of runs that have ended, at most 3.5 MiB.', schema: MonitorRunList },
    async handle({ caller, params, query }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      const page = await runs.list(id, query);
      return { has_more: page.hasMore, runs: page.runs.map(runToWire) };
    },
  });

const get = ({ monitors, runs }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/runs/:run_id',
    operationId: 'getMonitorRun',
    summary: 'Read a run of a monitor',
    success: { status: 200, description: 'The run.', schema: MonitorRunRead },
    async handle({ caller, params }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      return { run: runToWire(await runs.get(id, params.run_id ?? '')) };
    },
  });

const runRecords = ({ monitors, runs, records }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/runs/:run_id/records',
    operationId: 'listMonitorRunRecords',
    summary: 'List the records of a run',
    query: ListRecordsQuery,
    success: { status: 200, description: 'One page of records, at most 3.5 MiB.', schema: RecordList },
    async handle({ caller, params, query }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      const run = await runs.get(id, params.run_id ?? '');
      return recordPage(records, { monitorId: id, run: run.id }, toRecordPage(query));
    },
  });

const records = ({ monitors, records: read }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/records',
    operationId: 'listMonitorRecords',
    summary: 'List the records of a monitor',
    description:
      'Records of the last 30 days. Ids become visible in ascending order: a client that sends the last id it received as `since` misses no record.',
    query: ListRecordsQuery,
    success: { status: 200, description: 'One page of records, at most 3.5 MiB.', schema: RecordList },
    async handle({ caller, params, query }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      return recordPage(read, { monitorId: id }, toRecordPage(query));
    },
  });

async function recordPage(read: ReadRecords, of: RecordSelection, page: RecordPage) {
  const found = await read(of, page);
  const listed = pageOf(found.records.map(recordToWire), found.hasMore);
  return { has_more: listed.hasMore, records: listed.items };
}

const requests = ({ monitors, runs }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/runs/:run_id/requests',
    operationId: 'listMonitorRunRequests',
    summary: 'List the outcomes of the searches of a run',
    success: { status: 200, description: 'All outcomes, ordered by request id.', schema: RequestOutcomes },
    async handle({ caller, params }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      return { requests: (await runs.requests(id, params.run_id ?? '')).map(outcomeToWire) };
    },
  });

const suppressed = ({ monitors, runs }: MonitorRunServices) =>
  operation({
    ...shared,
    path: '/v1/monitors/:monitor_id/runs/:run_id/suppressed',
    operationId: 'listMonitorRunSuppressed',
    summary: 'List the documents that a run suppressed',
    description:
      'Documents at new addresses that the run did not deliver, each with the reason. Documents at addresses that the monitor has delivered before are not in the list.',
    query: ListSuppressedQuery,
    success: {
      status: 200,
      description: 'One page of documents in the order of discovery, at most 3.5 MiB.',
      schema: SuppressedList,
    },
    async handle({ caller, params, query }) {
      const { id } = await monitors.get(caller.orgId, params.monitor_id ?? '');
      const found = await runs.suppressed(id, params.run_id ?? '', toSuppressedPage(query));
      const page = pageOf(found.suppressed.map(suppressedToWire), found.hasMore);
      return { has_more: page.hasMore, suppressed: page.items };
    },
  });
