import type { Sql } from '../../database/database.ts';
import { assign, into } from '../../database/into.ts';
import type { AcceptedDocument, NoveltyJudgement, SuppressedReprint } from '../novelty/judge-novelty.ts';
import { RECORD_COLUMNS } from '../storage/record-columns.ts';
import { COMPARED_CHARACTERS } from '../storage/stored-document.ts';

export interface DeliveryResult {
  /** "0" without records. */
  firstRecordId: string;
  lastRecordId: string;
  count: number;
}

interface Delivery {
  run: string;
  runId: string;
  monitorId: string;
  judged: NoveltyJudgement;
  now: Date;
}

// Most rows of one statement, which has 30 s.
const ROWS_AT_ONCE = 5_000;

/** Writes the records of a run under the monitor's lock, stores their fingerprints, and deletes the found rows. */
export async function deliver(sql: Sql, delivery: Delivery): Promise<DeliveryResult> {
  const { run, judged } = delivery;
  for (let from = 0; from < judged.accepted.length; from += ROWS_AT_ONCE) {
    const portion = judged.accepted.slice(from, from + ROWS_AT_ONCE);
    await insertRecords(sql, delivery, portion);
    await remember(sql, delivery, portion);
  }
  for (let from = 0; from < judged.suppressed.length; from += ROWS_AT_ONCE) {
    await insertSuppressed(sql, delivery, from, judged.suppressed.slice(from, from + ROWS_AT_ONCE));
  }
  await countNewRecords(sql, delivery);
  await sql.builder.deleteFrom('monitor_found').where('run', '=', run).execute();
  const ids = judged.accepted.map(({ recordId }) => recordId);
  return { firstRecordId: ids[0] ?? '0', lastRecordId: ids.at(-1) ?? '0', count: ids.length };
}

const RECORD = into('monitor_records', ...RECORD_COLUMNS);

async function insertRecords(
  sql: Sql,
  { run, runId, monitorId, now }: Delivery,
  accepted: readonly AcceptedDocument[],
): Promise<void> {
  await sql.query(
    `insert into ${RECORD}
     select given.record_id, $1, found.run, $2, given.novelty, found.found_at, found.document, found.text, found.content_characters, matched.requests, $3
       from unnest($5::bytea[], $6::bigint[], $7::text[]) as given(url_hash, record_id, novelty)
       join monitor_found found on found.run = $4 and found.url_hash = given.url_hash
       cross join lateral (
         select jsonb_agg(jsonb_build_object('request_id', r.request_id, 'query', m.request ->> 'query') order by r.ordinal) as requests
           from monitor_run_requests r join monitor_requests m on m.id = r.request_id where r.run = $4 and r.ordinal = any(found.matched)) matched`,
    [
      monitorId,
      runId,
      now,
      run,
      hashes(accepted),
      accepted.map(({ recordId }) => recordId),
      accepted.map(({ novelty }) => novelty),
    ],
  );
}

async function remember(
  sql: Sql,
  { run, monitorId, now }: Delivery,
  accepted: readonly AcceptedDocument[],
): Promise<void> {
  await sql.query(
    `insert into ${into('monitor_memory', 'monitor_id', 'url_hash', 'record_id', 'delivered_at', 'body_hash', 'bands', 'phrases')}
     select $1, found.url_hash, given.record_id, $2, found.body_hash, found.bands, found.phrases
       from unnest($4::bytea[], $5::bigint[]) as given(url_hash, record_id)
       join monitor_found found on found.run = $3 and found.url_hash = given.url_hash
     on conflict (monitor_id, url_hash) do nothing`,
    [monitorId, now, run, hashes(accepted), accepted.map(({ recordId }) => recordId)],
  );
}

async function insertSuppressed(
  sql: Sql,
  { run, now }: Delivery,
  before: number,
  suppressed: readonly SuppressedReprint[],
): Promise<void> {
  await sql.query(
    `insert into ${into('monitor_suppressed', 'run', 'ordinal', 'url', 'title', 'reason', 'duplicate_of', 'novel_share', 'created_at', 'text')}
     select $1, $7 + given.place, found.document ->> 'url', found.document ->> 'title', given.reason, given.duplicate_of, given.novel_share, $2, left(found.text, ${COMPARED_CHARACTERS})
       from unnest($3::bytea[], $4::text[], $5::bigint[], $6::float8[]) with ordinality as given(url_hash, reason, duplicate_of, novel_share, place)
       join monitor_found found on found.run = $1 and found.url_hash = given.url_hash`,
    [
      run,
      now,
      hashes(suppressed),
      suppressed.map(({ reason }) => reason),
      suppressed.map(({ duplicateOf }) => duplicateOf),
      suppressed.map(({ novelShare }) => novelShare),
      before,
    ],
  );
}

async function countNewRecords(sql: Sql, { run, judged }: Delivery): Promise<void> {
  await sql.query(
    `update monitor_run_requests r set ${assign('monitor_run_requests', { new_records: 'counted.records' })}
       from (select by.search, count(*) as records from monitor_found, unnest(matched) as by(search)
              where run = $1 and url_hash = any($2::bytea[]) group by by.search) counted
      where r.run = $1 and r.ordinal = counted.search`,
    [run, hashes(judged.accepted)],
  );
}

const hashes = (rows: ReadonlyArray<{ urlHash: Buffer }>) => rows.map(({ urlHash }) => urlHash);
