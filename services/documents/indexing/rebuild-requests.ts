import type { Sql } from '../../database/database.ts';
import type { IndexedDocument } from '../../index/port.ts';
import { OUTBOX_CHANNEL, type OutboxSeq } from './outbox.ts';

/** Channel on which a rebuild tells how far it is: `400 of 1200`, in documents. */
export const REBUILD_CHANNEL = 'index_rebuild';

/** Asks the index writer to rebuild the index. The request survives restarts of both until it is served. */
export async function requestRebuild(sql: Sql): Promise<OutboxSeq> {
  const [row] = await sql.query<{ seq: OutboxSeq }>(
    `with added as (insert into index_outbox (document_id, org_id, operation) values ('', '', 'rebuild') returning seq)
     select seq, pg_notify($1, '') from added`,
    [OUTBOX_CHANNEL],
  );
  if (!row) throw new Error('the request was not stored');
  return row.seq;
}

/** Requests that were not served yet. */
export async function rebuildRequests(sql: Sql): Promise<OutboxSeq[]> {
  const rows = await sql.query<{ seq: OutboxSeq }>("select seq from index_outbox where operation = 'rebuild'");
  return rows.map(({ seq }) => seq);
}

export interface RebuildProgress {
  /** Documents in the new index. */
  done: number;
  total: number;
  /** Whether searches are answered from it. */
  isComplete: boolean;
}

/** The same batches; each is told of once the next one is asked for. @param report hears the same in this process */
export async function* tellingProgress(
  sql: Sql,
  batches: AsyncIterable<readonly IndexedDocument[]>,
  report: (progress: RebuildProgress) => void,
): AsyncGenerator<readonly IndexedDocument[]> {
  const [row] = await sql.query<{ count: string }>('select count(*) as count from documents');
  const total = Number(row?.count);
  let done = 0;
  report({ done, total, isComplete: false });
  for await (const batch of batches) {
    yield batch;
    done += batch.length;
    report({ done, total: Math.max(total, done), isComplete: false });
    await sql.query('select pg_notify($1, $2)', [REBUILD_CHANNEL, `${done} of ${total}`]);
  }
}
