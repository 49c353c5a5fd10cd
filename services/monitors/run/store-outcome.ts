import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { UpdateObject } from 'kysely';
import type { Tables } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import { anyOf } from '../../database/builder.ts';
import type { Database, Sql } from '../../database/database.ts';
import { assign, into } from '../../database/into.ts';
import { storable, storableJson } from '../../database/storable.ts';
import { siteName } from '../../url/canonical-url.ts';
import { fingerprintOf } from '../novelty/fingerprint.ts';
import type { OutcomeDocument, SearchOutcome } from './search-outcome.ts';

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
  const { run, outcome, isLast } = given;
  const now = clock.now();
  if (outcome.status === 'failed') {
    await setOutcome(database, given, {
      tried_at: now,
      reason: storable(outcome.reason),
      status: isLast ? 'failed' : null,
      completed_at: isLast ? now : null,
      unreached: outcome.isUnreached,
    });
    return;
  }
  // Concurrent searches find the same documents: locking rows in one order avoids deadlocks.
  const unknown = (await withoutDelivered(database, given.monitorId, outcome.found))
    .map((found, place) => ({ ...found, place }))
    .sort((one, other) => one.urlHash.compare(other.urlHash));
  // Computed before the transaction, without a lock.
  const rows: InsertFound['row'][] = [];
  for (const found of unknown) {
    rows.push({ ...found, ...fingerprintOf(given.monitorId, found.text, siteName(found.canonicalUrl)) });
    // A hundred long texts take a second: other work of the thread runs meanwhile.
    await setImmediate();
  }
  await database.transaction(async (sql) => {
    const isFirst = await setOutcome(sql, given, {
      tried_at: now,
      reason: storable(outcome.reason),
      status: 'ok',
      results_returned: outcome.returned,
      completed_at: now,
      unreached: false,
    });
    if (!isFirst) return;
    for (const row of rows) await insertFound(sql, { run, ordinal: given.ordinal, now, row });
  });
}

/** Stores an attempt of a request that has no outcome yet. @returns whether there was such a request */
export async function setOutcome(
  { builder }: Sql,
  { run, requestId }: Pick<StoreOutcome, 'run' | 'requestId'>,
  columns: UpdateObject<Tables, 'monitor_run_requests'>,
): Promise<boolean> {
  const request = await builder
    .updateTable('monitor_run_requests')
    .set((stored) => ({ ...columns, attempts: stored('attempts', '+', 1) }))
    .where('run', '=', run)
    .where('request_id', '=', requestId)
    .where('status', 'is', null)
    .returning('request_id')
    .executeTakeFirst();
  return request !== undefined;
}

/** Names a canonical address within a monitor. */
export const urlHashOf = (canonicalUrl: string): Buffer =>
  createHash('sha256').update(canonicalUrl).digest().subarray(0, URL_HASH_BYTES);

interface Unknown extends OutcomeDocument {
  urlHash: Buffer;
}

async function withoutDelivered(sql: Sql, monitorId: string, found: readonly OutcomeDocument[]): Promise<Unknown[]> {
  const hashed = found.map((one) => ({ ...one, urlHash: urlHashOf(one.canonicalUrl) }));
  const known = await sql.builder
    .selectFrom('monitor_memory')
    .select('url_hash')
    .where('monitor_id', '=', monitorId)
    .where('url_hash', '=', anyOf(hashed.map(({ urlHash }) => urlHash)))
    .execute();
  const delivered = new Set(known.map((row) => row.url_hash.toString('hex')));
  return hashed.filter(({ urlHash }) => !delivered.has(urlHash.toString('hex')));
}

interface InsertFound {
  run: string;
  ordinal: number;
  now: Date;
  row: Unknown & { place: number } & ReturnType<typeof fingerprintOf>;
}

const FOUND_DOCUMENT = into(
  'monitor_found',
  'run',
  'url_hash',
  'ordinal',
  'place',
  'document',
  'text',
  'content_characters',
  'matched',
  'found_at',
  'body_hash',
  'bands',
  'phrases',
);
const ALSO_FOUND = assign('monitor_found', {
  matched: 'monitor_found.matched || excluded.matched',
  content_characters: 'greatest(monitor_found.content_characters, excluded.content_characters)',
});

/** A document that several searches find is stored once, with all their places. */
async function insertFound(sql: Sql, { run, ordinal, now, row }: InsertFound): Promise<void> {
  await sql.query(
    `insert into ${FOUND_DOCUMENT}
     values ($1, $2, $3, $4, $5, $6, $7, array[$3::int], $8, $9, $10, $11)
     on conflict (run, url_hash) do update set ${ALSO_FOUND}`,
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
