import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';

/** Channel on which a commit with new entries wakes the indexer. */
export const OUTBOX_CHANNEL = 'index_outbox';

/** Number of an outbox entry: an int8 in the form that `pg` returns. */
export type OutboxSeq = OutboxEntry['seq'];

export type OutboxEntry = ColumnsOf<'index_outbox', 'seq' | 'document_id' | 'operation'>;

// A call with more documents is a bulk load: searches need not find its documents within a second.
const MOST_OF_SMALL_CALL = 20;

/**
 * Adds one entry per document and wakes the indexer at commit. Returns the last entry's number, undefined without
 * documents.
 */
export async function addToOutbox(
  sql: Sql,
  orgId: string,
  operation: 'upsert' | 'delete',
  documentIds: readonly string[],
): Promise<OutboxSeq | undefined> {
  if (documentIds.length === 0) return undefined;
  const [row] = await sql.query<ColumnsOf<'index_outbox', 'seq'>>(
    `with added as (
       insert into ${into('index_outbox', 'document_id', 'org_id', 'operation', 'bulk')}
       select document_id, $1, $2, $5 from unnest($3::text[]) as given(document_id)
       returning seq)
     select max(seq) as seq, pg_notify($4, '') from added`,
    [orgId, operation, documentIds, OUTBOX_CHANNEL, documentIds.length > MOST_OF_SMALL_CALL],
  );
  return row?.seq;
}

/** The oldest entries that are not indexed yet, those of small calls first. */
export function readOutbox({ builder }: Sql, limit: number): Promise<OutboxEntry[]> {
  return builder
    .selectFrom('index_outbox')
    .select(['seq', 'document_id', 'operation'])
    .orderBy('bulk')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The same without requests to rebuild the index. */
export function readChanges({ builder }: Sql, limit: number): Promise<OutboxEntry[]> {
  return builder
    .selectFrom('index_outbox')
    .select(['seq', 'document_id', 'operation'])
    .where('operation', '<>', 'rebuild')
    .orderBy('bulk')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Deletes entries that are indexed. */
export async function clearOutbox({ builder }: Sql, seqs: readonly OutboxSeq[]): Promise<void> {
  await builder.deleteFrom('index_outbox').where('seq', '=', anyOf(seqs)).execute();
}

const CHECK_EVERY_MS = 20;

/** Whether the entry was removed within `withinMs`. */
export async function isDrained({ builder }: Sql, seq: OutboxSeq, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const waiting = await builder.selectFrom('index_outbox').select('seq').where('seq', '=', seq).executeTakeFirst();
    if (!waiting) return true;
    if (performance.now() >= deadline) return false;
    await sleep(CHECK_EVERY_MS);
  }
}
