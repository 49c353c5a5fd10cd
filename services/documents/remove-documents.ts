import { anyOf } from '../database/builder.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import { isStorable } from '../database/storable.ts';
import { addToOutbox, type OutboxSeq } from './indexing/outbox.ts';
import { lockOwner, recordDocuments } from './owner.ts';
import { selectedBy, type DocumentFilter } from './select-documents.ts';

/** Documents of one transaction: others of the organization wait no longer for it. */
const AT_ONCE = 1_000;

export interface RemoveDocumentsDeps {
  database: Database;
  clock: Clock;
  /** Called after the commit with its last outbox entry; the returned promise is awaited (`isDrained`). */
  notify?(seq: OutboxSeq): unknown;
}

export async function removeByUrl(
  deps: RemoveDocumentsDeps,
  orgId: string,
  urls: readonly string[],
): Promise<{ deleted: number }> {
  // A URL that cannot be stored was never indexed.
  const stored = [...new Set(urls)].filter(isStorable);
  const deleted = await removeOnce(deps, orgId, ({ builder }) =>
    builder.selectFrom('documents').select('id').where('org_id', '=', orgId).where('url', '=', anyOf(stored)),
  );
  return { deleted };
}

/** Deletes in portions: what a call that is cut short has deleted stays deleted. */
export async function removeSelected(
  deps: RemoveDocumentsDeps,
  orgId: string,
  filter: DocumentFilter,
): Promise<{ deleted: number }> {
  for (let deleted = 0; ;) {
    const portion = await removeOnce(deps, orgId, ({ builder }) =>
      builder.selectFrom('documents').select('id').where(selectedBy(orgId, filter)).limit(AT_ONCE),
    );
    deleted += portion;
    if (portion < AT_ONCE) return { deleted };
  }
}

async function removeOnce(
  { database, clock, notify }: RemoveDocumentsDeps,
  orgId: string,
  chosen: (sql: Sql) => { execute(): Promise<Array<{ id: string }>> },
): Promise<number> {
  const { deleted, seq } = await database.transaction(async (sql) => {
    await lockOwner(sql, orgId);
    const ids = (await chosen(sql).execute()).map(({ id }) => id);
    const rows = await sql.builder
      .deleteFrom('documents')
      .where('id', '=', anyOf(ids))
      .returning(['id', 'url'])
      .execute();
    await recordDocuments(sql, { orgId, action: 'documents.delete', documents: rows, at: clock.now() });
    const gone = rows.map(({ id }) => ({ documentId: id, operation: 'delete' }) as const);
    return { deleted: rows.length, seq: await addToOutbox(sql, orgId, gone) };
  });
  if (seq !== undefined) await notify?.(seq);
  return deleted;
}
