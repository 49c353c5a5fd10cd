import { anyOf } from '../database/builder.ts';
import type { Database } from '../database/database.ts';
import type { Documents } from '../documents/documents.ts';
import type { WorkflowClient } from '../temporal/workflow-client.ts';
import { urlsOnlyInSource } from './storage/shared-documents.ts';

const PAGES_AT_ONCE = 1_000;

export interface DeleteSourceDeps {
  database: Database;
  documents: Documents;
  workflows: Pick<WorkflowClient, 'unfollowSource'>;
}

/** A source that is marked as deleted: polls store nothing for it. */
interface Deleted {
  orgId: string;
  sourceId: string;
}

/** Deletes the documents that only a deleted source holds, and returns their number. Safe to repeat. */
export async function deleteSourceDocuments(
  { database, documents }: DeleteSourceDeps,
  { orgId, sourceId }: Deleted,
): Promise<number> {
  let count = 0;
  for (;;) {
    const pages = await database.builder
      .selectFrom('source_pages')
      .select('url')
      .where('source_id', '=', sourceId)
      .where('held', '=', true)
      .orderBy('url')
      .limit(PAGES_AT_ONCE)
      .execute();
    if (pages.length === 0) return count;
    const urls = pages.map((page) => page.url);
    const { deleted } = await documents.remove(orgId, await urlsOnlyInSource(database, { orgId, sourceId, urls }));
    count += deleted;
    // Deleted last: a crash in between repeats the portion.
    await database.builder
      .deleteFrom('source_pages')
      .where('source_id', '=', sourceId)
      .where('url', '=', anyOf(urls))
      .execute();
  }
}

/** Ends the schedule of a deleted source and forgets it. Safe to repeat. */
export async function deleteSource(deps: DeleteSourceDeps, deleted: Deleted): Promise<void> {
  await deleteSourceDocuments(deps, deleted);
  await deps.workflows.unfollowSource(deleted.sourceId);
  await deps.database.transaction(async ({ builder }) => {
    for (const table of ['source_pages', 'source_listings'] as const)
      await builder.deleteFrom(table).where('source_id', '=', deleted.sourceId).execute();
    await builder.deleteFrom('sources').where('id', '=', deleted.sourceId).execute();
  });
}
