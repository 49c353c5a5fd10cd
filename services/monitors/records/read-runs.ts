import type { NotNull } from 'kysely';
import type { MonitorRun } from '../../../entities/monitors/monitor-run.ts';
import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';
import type { FetchErrorCode } from '../../fetch/page-error.ts';
import { COMPARED_CHARACTERS } from '../storage/stored-document.ts';
import { visibleSince } from '../storage/visible.ts';

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
  /** Empty for a page. */
  query: string;
  /** Null for a search. */
  url: string | null;
  status: 'ok' | 'failed';
  /** Why it failed, or which providers did not respond; otherwise empty. */
  reason: string;
  /** Of a page that could not be read. */
  errorCode: FetchErrorCode | null;
  resultsReturned: number;
  newRecords: number;
  completedAt: Date;
}

export interface SuppressedDocument {
  /** Position within its run, from 1. */
  ordinal: number;
  url: string;
  title: string;
  reason: 'same_text' | 'near_duplicate';
  duplicateOf: string;
  novelShare: number;
  /** Beginning of the text. Null: not requested, or not stored. */
  text: string | null;
  /** The record with the same content. Absent: it is no longer stored. */
  original: { url: string; title: string; text: string | null } | null;
}

export interface SuppressedPage extends Pick<IdPage, 'since' | 'limit'> {
  includeContent: boolean;
}

/** A page of a list that is ordered by id. */
export interface IdPage {
  /** Greater ids only. */
  since?: string | undefined;
  /** Smaller ids only. */
  before?: string | undefined;
  limit: number;
  sort: 'asc' | 'desc';
}

/** Reads the visible runs of a monitor. The caller has found the monitor. */
export interface ReadRuns {
  list(monitorId: string, page: IdPage): Promise<{ runs: RunSummary[]; hasMore: boolean }>;
  /** @throws ServiceError NOT_FOUND for a run that is absent or no longer visible */
  get(monitorId: string, runId: string): Promise<RunSummary>;
  /** By request id. @throws as `get` */
  requests(monitorId: string, runId: string): Promise<RequestOutcome[]>;
  /** In order of discovery. @throws as `get` */
  suppressed(
    monitorId: string,
    runId: string,
    page: SuppressedPage,
  ): Promise<{ suppressed: SuppressedDocument[]; hasMore: boolean }>;
}

// With two texts each they fit into a page.
const MOST_WITH_TEXTS = 25;

const INT64 = /^[1-9]\d{0,18}$/;
const MAX_INT64 = 2n ** 63n - 1n;

const COLUMNS = [
  'id',
  'monitor_id as monitorId',
  'run_id as runId',
  'status',
  'status_reason as statusReason',
  'started_at as startedAt',
  'completed_at as completedAt',
  'first_record_id as firstRecordId',
  'last_record_id as lastRecordId',
  'record_count as recordCount',
  'requests_total as requestsTotal',
  'requests_ok as requestsOk',
  'requests_failed as requestsFailed',
] as const;

export function createReadRuns({ database, clock }: { database: Sql; clock: Clock }): ReadRuns {
  const visibleRuns = (monitorId: string) =>
    database.builder
      .selectFrom('monitor_runs')
      .select(COLUMNS)
      .where('run_id', 'is not', null)
      .where('monitor_id', '=', monitorId)
      .where('completed_at', '>', visibleSince(clock.now()))
      .$narrowType<{ runId: NotNull; completedAt: NotNull }>();

  async function get(monitorId: string, runId: string): Promise<RunSummary> {
    const isPossible = INT64.test(runId) && BigInt(runId) <= MAX_INT64;
    const run = isPossible ? await visibleRuns(monitorId).where('run_id', '=', runId).executeTakeFirst() : undefined;
    if (!run) throw new ServiceError('NOT_FOUND', 'No run of this organization has this id.');
    return run;
  }

  return {
    get,

    async list(monitorId, { since, before, limit, sort }) {
      let page = visibleRuns(monitorId);
      if (since !== undefined) page = page.where('run_id', '>', since);
      if (before !== undefined) page = page.where('run_id', '<', before);
      const runs = await page
        .orderBy('run_id', sort)
        .limit(limit + 1)
        .execute();
      return { runs: runs.slice(0, limit), hasMore: runs.length > limit };
    },

    async requests(monitorId, runId) {
      const { id } = await get(monitorId, runId);
      return readOutcomes(database, id);
    },

    async suppressed(monitorId, runId, page) {
      const { id } = await get(monitorId, runId);
      const limit = page.includeContent ? Math.min(page.limit, MOST_WITH_TEXTS) : page.limit;
      const found = await readSuppressed(database, id, { ...page, limit: limit + 1 });
      return { suppressed: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
}

async function readSuppressed(
  { builder }: Sql,
  run: string,
  { since, limit, includeContent }: SuppressedPage,
): Promise<SuppressedDocument[]> {
  let page = builder
    .selectFrom('monitor_suppressed as reprint')
    .leftJoin('monitor_records as record', 'record.record_id', 'reprint.duplicate_of')
    .select(['reprint.ordinal', 'reprint.url', 'reprint.title', 'reprint.reason'])
    .select(['reprint.duplicate_of as duplicateOf', 'reprint.novel_share as novelShare'])
    .select(({ ref }) => [
      ref('record.document', '->>').key('url').$castTo<string | null>().as('originalUrl'),
      ref('record.document', '->>').key('title').$castTo<string | null>().as('originalTitle'),
    ])
    .where('reprint.run', '=', run);
  // A cursor may be greater than any ordinal.
  if (since !== undefined)
    page = page.where('reprint.ordinal', '>', ({ cast, val }) => cast<number>(val(since), 'bigint'));
  const rows = await page
    .$if(includeContent, (texts) =>
      texts
        .select('reprint.text as text')
        .select(({ fn, val }) =>
          fn<string | null>('left', ['record.text', val(COMPARED_CHARACTERS)]).as('originalText'),
        ),
    )
    .orderBy('reprint.ordinal')
    .limit(limit)
    .execute();
  return rows.map(({ originalUrl, originalTitle, text = null, originalText = null, ...reprint }) => ({
    ...reprint,
    text,
    original: originalUrl === null ? null : { url: originalUrl, title: originalTitle ?? '', text: originalText },
  }));
}

/** Outcomes of the searches of a run that has ended: each has a status. */
function readOutcomes({ builder }: Sql, run: string): Promise<RequestOutcome[]> {
  return builder
    .selectFrom('monitor_run_requests as outcome')
    .innerJoin('monitor_requests as saved', 'saved.id', 'outcome.request_id')
    .select([
      'outcome.request_id as requestId',
      'outcome.status',
      'outcome.reason',
      'outcome.error_code as errorCode',
      'outcome.results_returned as resultsReturned',
      'outcome.new_records as newRecords',
      'outcome.completed_at as completedAt',
    ])
    .select(({ fn, ref, val }) => [
      fn.coalesce(ref('saved.request', '->>').key('query').$castTo<string | null>(), val('')).as('query'),
      ref('saved.request', '->>').key('url').$castTo<string | null>().as('url'),
    ])
    .where('outcome.run', '=', run)
    .orderBy('outcome.request_id')
    .$narrowType<{ status: NotNull; completedAt: NotNull }>()
    .execute();
}
