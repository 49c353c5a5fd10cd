import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';

/** Channel on which a commit with new entries wakes the indexer. */
export const OUTBOX_CHANNEL = 'index_outbox';

/** Number of an outbox entry: an int8 in the form that `pg` returns. */
export type OutboxSeq = OutboxEntry['seq'];

type OutboxEntry = ColumnsOf<'index_outbox', 'seq' | 'document_id' | 'operation'>;

// A call with more documents is a bulk load: searches need not find its documents within a second.
const MOST_OF_SMALL_CALL = 20;

/** `insert` if the document is new, `upsert` if a version of it was stored before. */
export interface OutboxChange {
  documentId: string;
  operation: 'insert' | 'upsert' | 'delete';
}

/**
 * Adds one entry per document and wakes the indexer at commit. Returns the last entry's number, undefined without
 * documents.
 */
export async function addToOutbox(
  sql: Sql,
  orgId: string,
  changes: readonly OutboxChange[],
): Promise<OutboxSeq | undefined> {
  if (changes.length === 0) return undefined;
  const [row] = await sql.query<ColumnsOf<'index_outbox', 'seq'>>(
    `with added as (
       insert into ${into('index_outbox', 'document_id', 'org_id', 'operation', 'bulk')}
       select document_id, $1, operation, $5 from unnest($2::text[], $3::text[]) as given(document_id, operation)
       returning seq)
     select max(seq) as seq, pg_notify($4, '') from added`,
    [
      orgId,
      changes.map(({ documentId }) => documentId),
      changes.map(({ operation }) => operation),
      OUTBOX_CHANNEL,
      changes.length > MOST_OF_SMALL_CALL,
    ],
  );
  return row?.seq;
}

/** Entries that are indexed together. */
export interface OutboxBatch {
  entries: OutboxEntry[];
  /** Whether further entries wait. */
  hasMore: boolean;
}

// Documents of small calls wait for the rest of their batch.
const MOST_BESIDE_SMALL_CALLS = 100;
// The writer holds the texts of a batch several times: as text, as terms and as columns.
const MOST_TEXT_BYTES = 8 * 1_048_576;

const OLDEST = `
  select entry.seq, entry.document_id, entry.operation, entry.bulk, coalesce(octet_length(documents.text), 0) as bytes
    from (select seq, document_id, operation, bulk from index_outbox
           where $1 or operation <> 'rebuild'
           order by bulk, seq limit $2) as entry
    left join documents on documents.id = entry.document_id
   order by entry.bulk, entry.seq`;

type SizedEntry = ColumnsOf<'index_outbox', 'seq' | 'document_id' | 'operation' | 'bulk'> & { bytes: number };

/** The oldest entries that are not indexed yet, those of small calls first. */
export function readOutbox(sql: Sql, limit: number): Promise<OutboxBatch> {
  return readBatch(sql, true, limit);
}

/** The same without requests to rebuild the index. */
export function readChanges(sql: Sql, limit: number): Promise<OutboxBatch> {
  return readBatch(sql, false, limit);
}

async function readBatch(sql: Sql, withRequests: boolean, limit: number): Promise<OutboxBatch> {
  const rows = await sql.query<SizedEntry>(OLDEST, [withRequests, limit + 1]);
  const size = sizeOfBatch(rows, limit);
  return { entries: rows.slice(0, size), hasMore: rows.length > size };
}

/** At least one entry, so that a document of any size is indexed. */
function sizeOfBatch(rows: readonly SizedEntry[], limit: number): number {
  const small = rows.filter(({ bulk }) => !bulk).length;
  const most = Math.min(limit, small === 0 ? limit : Math.max(small, MOST_BESIDE_SMALL_CALLS));
  let bytes = 0;
  const tooMany = rows.findIndex((row, place) => (bytes += row.bytes) > MOST_TEXT_BYTES && place > 0);
  return tooMany === -1 ? most : Math.min(most, tooMany);
}

/** The number of the latest entry; undefined if none waits. */
export async function lastEntry({ builder }: Sql): Promise<OutboxSeq | undefined> {
  const row = await builder.selectFrom('index_outbox').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq;
}

/** Deletes entries that are indexed, and returns their number. */
export async function clearOutbox({ builder }: Sql, seqs: readonly OutboxSeq[]): Promise<number> {
  const { numDeletedRows } = await builder.deleteFrom('index_outbox').where('seq', '=', anyOf(seqs)).executeTakeFirst();
  return Number(numDeletedRows);
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
