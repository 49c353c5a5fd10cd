import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import type { IndexedDocument } from '../../index/port.ts';
import { OUTBOX_CHANNEL, type OutboxSeq } from './outbox.ts';

/** Channel for the progress of a rebuild: `400 of 1200`, in documents. */
export const REBUILD_CHANNEL = 'index_rebuild';

/** Requests a rebuild from the index writer. The request survives restarts of both processes until it is served. */
export async function requestRebuild(sql: Sql): Promise<OutboxSeq> {
  const [row] = await sql.query<ColumnsOf<'index_outbox', 'seq'>>(
    `with added as (
       insert into ${into('index_outbox', 'document_id', 'org_id', 'operation')} values ('', '', 'rebuild')
       returning seq)
     select seq, pg_notify($1, '') from added`,
    [OUTBOX_CHANNEL],
  );
  if (!row) throw new Error('the request was not stored');
  return row.seq;
}

/** Pending requests. */
export async function rebuildRequests({ builder }: Sql): Promise<OutboxSeq[]> {
  const rows = await builder.selectFrom('index_outbox').select('seq').where('operation', '=', 'rebuild').execute();
  return rows.map(({ seq }) => seq);
}

export interface RebuildProgress {
  /** Documents in the new index. */
  done: number;
  total: number;
  /** Whether searches use the new index. */
  isComplete: boolean;
}

/**
 * Passes the batches on and reports each one when the consumer requests the next.
 *
 * @param report receives the same progress in this process
 */
export async function* notifyingProgress(
  sql: Sql,
  batches: AsyncIterable<readonly IndexedDocument[]>,
  report: (progress: RebuildProgress) => void,
): AsyncGenerator<readonly IndexedDocument[]> {
  const total = await countAllDocuments(sql);
  let done = 0;
  report({ done, total, isComplete: false });
  for await (const batch of batches) {
    yield batch;
    done += batch.length;
    report({ done, total: Math.max(total, done), isComplete: false });
    await sql.query('select pg_notify($1, $2)', [REBUILD_CHANNEL, `${done} of ${total}`]);
  }
}

/** The number of documents of all owners. */
export async function countAllDocuments({ builder }: Sql): Promise<number> {
  const { count } = await builder
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
