import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import { storable, storableJson } from '../../database/storable.ts';
import { fingerprintOf } from '../novelty/fingerprint.ts';
import type { OutcomeDocument, SearchOutcome } from './outcome.ts';

const URL_HASH_BYTES = 16;

interface StoreOutcome {
  run: string;
  monitorId: string;
  requestId: string;
  ordinal: number;
  outcome: SearchOutcome;
  /** Whether a failure is final. */
  isLast: boolean;
}

/** Stores the outcome of one search, with the documents that its monitor has not delivered yet. Stored once. */
export async function storeOutcome(
  { database, clock }: { database: Database; clock: Clock },
  given: StoreOutcome,
): Promise<void> {
  const { run, requestId, outcome, isLast } = given;
  const now = clock.now();
  if (outcome.status === 'failed') {
    await database.query(
      `update monitor_run_requests set attempts = attempts + 1, tried_at = $3::timestamptz, reason = $4, status = case when $5::boolean then 'failed' end,
         completed_at = case when $5::boolean then $3::timestamptz end, unreached = $6
       where run = $1 and request_id = $2 and status is null`,
      [run, requestId, now, storable(outcome.reason), isLast, outcome.isUnreached],
    );
    return;
  }
  // Concurrent searches find the same documents: locking rows in one order avoids deadlocks.
  const unknown = (await withoutDelivered(database, given.monitorId, outcome.found))
    .map((found, place) => ({ ...found, place }))
    .sort((one, other) => one.urlHash.compare(other.urlHash));
  // Computed before the transaction, without a lock.
  const rows: FoundRow['row'][] = [];
  for (const found of unknown) {
    rows.push({ ...found, ...fingerprintOf(given.monitorId, found.text) });
    // A hundred long texts take a second: other work of the thread runs in between.
    await setImmediate();
  }
  await database.transaction(async (sql) => {
    const open = await sql.query(
      `update monitor_run_requests set attempts = attempts + 1, tried_at = $3, reason = $4, status = 'ok', results_returned = $5, completed_at = $3, unreached = false
       where run = $1 and request_id = $2 and status is null returning 1`,
      [run, requestId, now, storable(outcome.reason), outcome.returned],
    );
    if (open.length === 0) return;
    for (const row of rows) await insertFound(sql, { run, ordinal: given.ordinal, now, row });
  });
}

interface Unknown extends OutcomeDocument {
  urlHash: Buffer;
}

async function withoutDelivered(sql: Sql, monitorId: string, found: readonly OutcomeDocument[]): Promise<Unknown[]> {
  const hashed = found.map((one) => ({
    ...one,
    urlHash: createHash('sha256').update(one.canonicalUrl).digest().subarray(0, URL_HASH_BYTES),
  }));
  const known = await sql.query<{ url_hash: Buffer }>(
    'select url_hash from monitor_memory where monitor_id = $1 and url_hash = any($2::bytea[])',
    [monitorId, hashed.map(({ urlHash }) => urlHash)],
  );
  const delivered = new Set(known.map((row) => row.url_hash.toString('hex')));
  return hashed.filter(({ urlHash }) => !delivered.has(urlHash.toString('hex')));
}

interface FoundRow {
  run: string;
  ordinal: number;
  now: Date;
  row: Unknown & { place: number } & ReturnType<typeof fingerprintOf>;
}

/** A document that several searches find is stored once, with all their places. */
async function insertFound(sql: Sql, { run, ordinal, now, row }: FoundRow): Promise<void> {
  await sql.query(
    `insert into monitor_found (run, url_hash, ordinal, place, document, text, content_characters, matched, found_at, body_hash, bands, phrases)
     values ($1, $2, $3, $4, $5, $6, $7, array[$3::int], $8, $9, $10, $11)
     on conflict (run, url_hash) do update set matched = monitor_found.matched || excluded.matched, content_characters = greatest(monitor_found.content_characters, excluded.content_characters)`,
    [
      run,
      row.urlHash,
      ordinal,
      row.place,
      storableJson(row.document),
      row.text,
      row.contentCharacters,
      now,
      row.bodyHash,
      row.bands,
      row.phrases,
    ],
  );
}
