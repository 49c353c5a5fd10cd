import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../database/database.ts';

/** Channel on which a commit with new entries wakes the indexer. */
export const OUTBOX_CHANNEL = 'index_outbox';

/** Number of an outbox entry: an int8, as `pg` gives it. */
export type OutboxSeq = string;

export interface OutboxEntry extends Record<string, string> {
  seq: OutboxSeq;
  document_id: string;
  operation: 'upsert' | 'delete' | 'rebuild';
}

// A call of more documents is a bulk load, not a document that must be found within a second.
const MOST_OF_SMALL_CALL = 20;

/** Adds one entry a document and wakes the indexer at commit. The last entry's number, undefined without documents. */
export async function addToOutbox(
  sql: Sql,
  orgId: string,
  operation: 'upsert' | 'delete',
  documentIds: readonly string[],
): Promise<OutboxSeq | undefined> {
  if (documentIds.length === 0) return undefined;
  const [row] = await sql.query<{ seq: OutboxSeq }>(
    `with added as (
       insert into index_outbox (document_id, org_id, operation, bulk)
       select document_id, $1, $2, $5 from unnest($3::text[]) as given(document_id)
       returning seq)
     select max(seq) as seq, pg_notify($4, '') from added`,
    [orgId, operation, documentIds, OUTBOX_CHANNEL, documentIds.length > MOST_OF_SMALL_CALL],
  );
  return row?.seq;
}

/** The oldest entries that the index does not have, those of small calls first. */
export async function readOutbox(sql: Sql, limit: number): Promise<OutboxEntry[]> {
  return sql.query<OutboxEntry>('select seq, document_id, operation from index_outbox order by bulk, seq limit $1', [
    limit,
  ]);
}

/** Forgets entries that the index has. */
export async function clearOutbox(sql: Sql, seqs: readonly OutboxSeq[]): Promise<void> {
  await sql.query('delete from index_outbox where seq = any($1::bigint[])', [seqs]);
}

const CHECK_EVERY_MS = 20;

/** Whether the entry was removed within `withinMs`. */
export async function isDrained(sql: Sql, seq: OutboxSeq, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const [row] = await sql.query<{ waiting: boolean }>(
      'select exists (select from index_outbox where seq = $1) as waiting',
      [seq],
    );
    if (!row?.waiting) return true;
    if (performance.now() >= deadline) return false;
    await sleep(CHECK_EVERY_MS);
  }
}
