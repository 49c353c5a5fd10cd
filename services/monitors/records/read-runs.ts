import type { MonitorRun } from '../../../entities/monitors/monitor-run.ts';
import type { Clock } from '../../core/clock.ts';
import type { Sql, SqlValue } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';
import { visibleSince } from '../rows/visible.ts';

/** A run that has ended. */
export type RunSummary = Pick<
  MonitorRun,
  | 'id'
  | 'monitorId'
  | 'status'
  | 'statusReason'
  | 'startedAt'
  | 'firstRecordId'
  | 'lastRecordId'
  | 'recordCount'
  | 'requestsTotal'
  | 'requestsOk'
  | 'requestsFailed'
> & { runId: string; completedAt: Date };

export interface RequestOutcome {
  requestId: string;
  query: string;
  status: 'ok' | 'failed';
  /** Why it failed, or which providers did not answer; empty otherwise. */
  reason: string;
  resultsReturned: number;
  newRecords: number;
  completedAt: Date;
}

export interface SuppressedDocument {
  /** From 1, within its run. */
  ordinal: number;
  url: string;
  title: string;
  reason: 'same_text' | 'near_duplicate';
  duplicateOf: string;
  novelShare: number;
}

/** Of a list that ids order. */
export interface IdPage {
  /** Greater ids only. */
  since?: string | undefined;
  /** Smaller ids only. */
  before?: string | undefined;
  limit: number;
  sort: 'asc' | 'desc';
}

/** What a monitor's runs did, for as long as they are visible. The monitor itself has been found by the caller. */
export interface ReadRuns {
  list(monitorId: string, page: IdPage): Promise<{ runs: RunSummary[]; hasMore: boolean }>;
  /** @throws ServiceError NOT_FOUND for a run that is not visible any more as for an absent one */
  get(monitorId: string, runId: string): Promise<RunSummary>;
  /** By request id. @throws as `get` */
  requests(monitorId: string, runId: string): Promise<RequestOutcome[]>;
  /** In the order in which they were found. @throws as `get` */
  suppressed(
    monitorId: string,
    runId: string,
    page: Pick<IdPage, 'since' | 'limit'>,
  ): Promise<{ suppressed: SuppressedDocument[]; hasMore: boolean }>;
}

const INT64 = /^[1-9]\d{0,18}$/;
const MAX_INT64 = 2n ** 63n - 1n;

const SELECT = `
  select id, monitor_id as "monitorId", run_id as "runId", status, status_reason as "statusReason", started_at as "startedAt", completed_at as "completedAt",
         first_record_id as "firstRecordId", last_record_id as "lastRecordId", record_count as "recordCount", requests_total as "requestsTotal",
         requests_ok as "requestsOk", requests_failed as "requestsFailed"
    from monitor_runs where run_id is not null and monitor_id = $1 and completed_at > $2`;

export function createReadRuns({ database, clock }: { database: Sql; clock: Clock }): ReadRuns {
  const find = (where: string, parameters: readonly SqlValue[]) =>
    database.query<RunSummary & Record<string, unknown>>(`${SELECT} ${where}`, parameters);

  async function get(monitorId: string, runId: string): Promise<RunSummary> {
    const isPossible = INT64.test(runId) && BigInt(runId) <= MAX_INT64;
    const [run] = isPossible ? await find('and run_id = $3', [monitorId, visibleSince(clock.now()), runId]) : [];
    if (!run) throw new ServiceError('NOT_FOUND', 'No run of this organization has this id.');
    return run;
  }

  return {
    get,

    async list(monitorId, { since, before, limit, sort }) {
      const runs = await find(
        `and ($3::bigint is null or run_id > $3) and ($4::bigint is null or run_id < $4) order by run_id ${sort === 'asc' ? 'asc' : 'desc'} limit $5`,
        [monitorId, visibleSince(clock.now()), since ?? null, before ?? null, limit + 1],
      );
      return { runs: runs.slice(0, limit), hasMore: runs.length > limit };
    },

    async requests(monitorId, runId) {
      const { id } = await get(monitorId, runId);
      return database.query<RequestOutcome & Record<string, unknown>>(
        `select r.request_id as "requestId", m.request ->> 'query' as query, r.status, r.reason, r.results_returned as "resultsReturned",
                r.new_records as "newRecords", r.completed_at as "completedAt"
           from monitor_run_requests r join monitor_requests m on m.id = r.request_id where r.run = $1 order by r.request_id`,
        [id],
      );
    },

    async suppressed(monitorId, runId, { since, limit }) {
      const { id } = await get(monitorId, runId);
      const found = await database.query<SuppressedDocument & Record<string, unknown>>(
        `select ordinal, url, title, reason, duplicate_of as "duplicateOf", novel_share as "novelShare" from monitor_suppressed
          where run = $1 and ($2::bigint is null or ordinal > $2) order by ordinal limit $3`,
        [id, since ?? null, limit + 1],
      );
      return { suppressed: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
}
