import type { Database } from '../database/database.ts';
import type { Documents } from '../documents/documents.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { ofThisSourceAlone } from './stored/shared-documents.ts';

const PAGES_AT_ONCE = 1_000;

export interface DeleteSourceDeps {
  database: Database;
  documents: Documents;
  workflows: Pick<WorkflowClient, 'unfollowSource'>;
}

/** A source that is marked as deleted: no poll stores anything for it any more. */
interface Deleted {
  orgId: string;
  sourceId: string;
}

/** Deletes the documents that a deleted source brought and no other one did; how many there were. Safe to repeat. */
export async function deleteSourceDocuments(
  { database, documents }: DeleteSourceDeps,
  { orgId, sourceId }: Deleted,
): Promise<number> {
  let count = 0;
  for (;;) {
    const pages = await database.query<{ url: string }>(
      'select url from source_pages where source_id = $1 and held order by url limit $2',
      [sourceId, PAGES_AT_ONCE],
    );
    if (pages.length === 0) return count;
    const urls = pages.map((page) => page.url);
    const { deleted } = await documents.remove(orgId, await ofThisSourceAlone(database, { orgId, sourceId, urls }));
    count += deleted;
    // Only now: a crash in between repeats the portion.
    await database.query('delete from source_pages where source_id = $1 and url = any($2::text[])', [sourceId, urls]);
  }
}

/** Ends the schedule of a deleted source and forgets it. Safe to repeat. */
export async function deleteSource(deps: DeleteSourceDeps, deleted: Deleted): Promise<void> {
  await deleteSourceDocuments(deps, deleted);
  await deps.workflows.unfollowSource(deleted.sourceId);
  await deps.database.transaction(async (sql) => {
    for (const table of ['source_pages', 'source_listings'])
      await sql.query(`delete from ${table} where source_id = $1`, [deleted.sourceId]);
    await sql.query('delete from sources where id = $1', [deleted.sourceId]);
  });
}
