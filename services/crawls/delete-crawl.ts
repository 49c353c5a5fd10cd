import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import type { Documents } from '../documents/documents.ts';

export interface DeleteCrawlDeps {
  database: Database;
  clock: Clock;
  documents: Pick<Documents, 'remove'>;
}

/** A crawl that is marked as deleted, and has ended. */
interface Deleted {
  orgId: string;
  crawlId: string;
}

const PAGES_AT_ONCE = 1_000;

const ROWS_AT_ONCE = 20_000;

/** Portion by portion: a statement has a limited time. */
async function deleteRows(database: Database, table: string, crawlId: string): Promise<void> {
  for (;;) {
    const deleted = await database.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where crawl_id = $1 limit ${ROWS_AT_ONCE})) returning 1`,
      [crawlId],
    );
    if (deleted.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Deletes the documents that only a deleted crawl has stored, unless they are kept, and its addresses in portions.
 *
 * @returns the number of deleted documents. Safe to repeat
 */
export async function deleteCrawl(
  { database, documents }: DeleteCrawlDeps,
  { orgId, crawlId }: Deleted,
): Promise<number> {
  const [crawl] = await database.query<{ keep: boolean }>(
    'select keep_documents as keep from crawls where id = $1 and deleted_at is not null',
    [crawlId],
  );
  if (!crawl) return 0;
  let count = 0;
  for (;;) {
    const pages = await database.query<{ key: string; url: string | null; is_shared: boolean }>(
      `select key, document_url as url, exists (
         select from crawl_addresses other join crawls c on c.id = other.crawl_id and c.deleted_at is null
         where other.org_id = $2 and other.document_url = a.document_url and other.crawl_id <> $1)
         or exists (select from documents d where d.org_id = $2 and d.url = a.document_url and d.updated_at > a.fetched_at) as is_shared
       from crawl_addresses a where crawl_id = $1 order by key limit ${PAGES_AT_ONCE}`,
      [crawlId, orgId],
    );
    if (pages.length === 0) break;
    const urls = pages.flatMap(({ url, is_shared: isShared }) => (url === null || isShared ? [] : url));
    if (!crawl.keep && urls.length > 0) count += (await documents.remove(orgId, urls)).deleted;
    // Deleted last: a crash in between repeats the portion.
    await database.query('delete from crawl_addresses where crawl_id = $1 and key = any($2::text[])', [
      crawlId,
      pages.map(({ key }) => key),
    ]);
  }
  for (const table of ['crawl_prints', 'crawl_shapes']) await deleteRows(database, table, crawlId);
  await database.query('delete from crawls where id = $1', [crawlId]);
  return count;
}
