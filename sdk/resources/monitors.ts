import {
  MonitorService,
  SortOrder,
  type CreateMonitorRequestSchema,
  type CreateMonitorResponse,
  type DeleteMonitorResponse,
  type GetMonitorResponse,
  type GetRunRequestSchema,
  type GetRunResponse,
  type ListMonitorsRequestSchema,
  type ListMonitorsResponse,
  type ListRecordsRequestSchema,
  type ListRecordsResponse,
  type ListRunRecordsRequestSchema,
  type ListRunRecordsResponse,
  type ListRunRequestsRequestSchema,
  type ListRunRequestsResponse,
  type ListRunsRequestSchema,
  type ListRunsResponse,
  type Monitor,
  type MonitorRecord,
  type MonitorRun,
  type StreamRecordsRequestSchema,
  type StreamRecordsResponse,
  type UpdateMonitorRequestSchema,
  type UpdateMonitorResponse,
} from '../../gen/quarry/v1/monitor_pb.js';
import { deadlineOf, type RpcCaller, type MessageFields } from '../caller.ts';
import { allOf } from '../pages.ts';
import { resumed } from '../resumed.ts';
import type { CallOptions } from '../transport.ts';

const { method } = MonitorService;
const READ = { safety: 'read', timeoutMs: 30_000 } as const;
const WRITE = { safety: 'once', timeoutMs: 30_000 } as const;

type Without<Params, Names extends string> = Omit<Params, Names>;

/** Saved searches that run on a cadence and deliver only what is new. */
export class MonitorsResource {
  readonly #caller: RpcCaller;

  constructor(caller: RpcCaller) {
    this.#caller = caller;
  }

  /** Returns the monitor, and the secret that signs its webhooks, which no later call returns. */
  create(
    params: MessageFields<typeof CreateMonitorRequestSchema>,
    options: CallOptions = {},
  ): Promise<CreateMonitorResponse> {
    return this.#caller.unary(method.createMonitor, params, options, { safety: 'keyed', timeoutMs: 30_000 });
  }

  /** Returns the monitor, and whether it is running. */
  get(params: { monitorId: string }, options: CallOptions = {}): Promise<GetMonitorResponse> {
    return this.#caller.unary(method.getMonitor, params, options, READ);
  }

  /** One page of monitors, newest first. */
  list(
    params: MessageFields<typeof ListMonitorsRequestSchema> = {},
    options: CallOptions = {},
  ): Promise<ListMonitorsResponse> {
    return this.#caller.unary(method.listMonitors, params, options, READ);
  }

  /** All monitors, newest first; pages are read on demand. */
  listAll(
    params: Without<MessageFields<typeof ListMonitorsRequestSchema>, 'before'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Monitor> {
    return allOf(async (before: string | undefined) => {
      const { monitors, hasMore } = await this.list({ ...params, before }, options);
      return { items: monitors, next: hasMore ? monitors.at(-1)?.monitorId : undefined };
    });
  }

  /** Changes the fields that are set. An empty webhook removes the current one. */
  update(
    params: MessageFields<typeof UpdateMonitorRequestSchema>,
    options: CallOptions = {},
  ): Promise<UpdateMonitorResponse> {
    return this.#caller.unary(method.updateMonitor, params, options, WRITE);
  }

  /** Deletes a monitor, its runs and its records. */
  delete(params: { monitorId: string }, options: CallOptions = {}): Promise<DeleteMonitorResponse> {
    return this.#caller.unary(method.deleteMonitor, params, options, WRITE);
  }

  /** One page of a monitor's ended runs. */
  listRuns(params: MessageFields<typeof ListRunsRequestSchema>, options: CallOptions = {}): Promise<ListRunsResponse> {
    return this.#caller.unary(method.listRuns, params, options, READ);
  }

  /** All runs of a monitor in the order of `sort`; pages are read on demand. */
  listAllRuns(
    params: MessageFields<typeof ListRunsRequestSchema>,
    options: CallOptions = {},
  ): AsyncGenerator<MonitorRun> {
    return allOf(async (last: bigint | undefined) => {
      const { runs, hasMore } = await this.listRuns({ ...params, ...after(params.sort, last) }, options);
      return { items: runs, next: hasMore ? runs.at(-1)?.runId : undefined };
    });
  }

  /** One run. */
  getRun(params: MessageFields<typeof GetRunRequestSchema>, options: CallOptions = {}): Promise<GetRunResponse> {
    return this.#caller.unary(method.getRun, params, options, READ);
  }

  /** One page of the records that a run has delivered. */
  listRunRecords(
    params: MessageFields<typeof ListRunRecordsRequestSchema>,
    options: CallOptions = {},
  ): Promise<ListRunRecordsResponse> {
    return this.#caller.unary(method.listRunRecords, params, options, READ);
  }

  /** All records that a run has delivered, in the order of `sort`; pages are read on demand. */
  listAllRunRecords(
    params: MessageFields<typeof ListRunRecordsRequestSchema>,
    options: CallOptions = {},
  ): AsyncGenerator<MonitorRecord> {
    return allOf(async (last: bigint | undefined) => {
      const { records, hasMore } = await this.listRunRecords({ ...params, ...after(params.sort, last) }, options);
      return { items: records, next: hasMore ? records.at(-1)?.recordId : undefined };
    });
  }

  /** The outcome of each search of a run. */
  listRunRequests(
    params: MessageFields<typeof ListRunRequestsRequestSchema>,
    options: CallOptions = {},
  ): Promise<ListRunRequestsResponse> {
    return this.#caller.unary(method.listRunRequests, params, options, READ);
  }

  /** One page of the records that a monitor has delivered. */
  listRecords(
    params: MessageFields<typeof ListRecordsRequestSchema>,
    options: CallOptions = {},
  ): Promise<ListRecordsResponse> {
    return this.#caller.unary(method.listRecords, params, options, READ);
  }

  /** All records that a monitor has delivered, in the order of `sort`; pages are read on demand. */
  listAllRecords(
    params: MessageFields<typeof ListRecordsRequestSchema>,
    options: CallOptions = {},
  ): AsyncGenerator<MonitorRecord> {
    return allOf(async (last: bigint | undefined) => {
      const { records, hasMore } = await this.listRecords({ ...params, ...after(params.sort, last) }, options);
      return { items: records, next: hasMore ? records.at(-1)?.recordId : undefined };
    });
  }

  /**
   * Yields records after `since`, oldest first, then new ones as they are delivered. A lost connection is reopened and
   * continues after the last consumed record: none is missed, none is repeated. Ends when the loop is left, when the
   * signal aborts or when `timeoutMs` has passed; while it waits for a record, only the last two end it.
   *
   * @throws QuarryError NOT_FOUND when the monitor is deleted
   */
  streamRecords(
    params: MessageFields<typeof StreamRecordsRequestSchema>,
    options: CallOptions = {},
  ): AsyncGenerator<StreamRecordsResponse> {
    const deadline = deadlineOf(options.timeoutMs);
    return resumed({
      open: (since: bigint | undefined) =>
        this.#caller.stream(method.streamRecords, { ...params, since: since ?? params.since }, options, deadline),
      cursorOf: ({ record }) => record?.recordId,
      signal: options.signal,
      deadline,
    });
  }
}

/** The cursor for the next page, from the last item of a page. */
function after(sort: SortOrder | undefined, last: bigint | undefined): { since?: bigint; before?: bigint } {
  if (last === undefined) return {};
  return sort === SortOrder.ASC ? { since: last } : { before: last };
}
