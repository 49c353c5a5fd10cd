import { EVERYONE } from '../../entities/documents/document.ts';
import type { Sql } from '../database/database.ts';
import { HELP } from '../query/scopes.ts';
import type { Documents } from './documents.ts';
import type { GivenDocument } from './given-document.ts';

/** Name under which the first versions indexed the guide, among the documents of the first organization. */
const FORMER_SOURCE = 'Quarry documentation';

/**
 * Indexes these pages as the guide, in place of all that were indexed as such before. Searches meet them only where they
 * name the guide's host. Safe to repeat.
 */
export async function replaceHelp(
  { sql, documents }: { sql: Sql; documents: Documents },
  pages: readonly GivenDocument[],
): Promise<void> {
  const stale = await sql.query<{ org_id: string; url: string }>(
    `select org_id, url from documents
      where (org_id = $1 and scope = $2 and url <> all($3::text[]))
         or (source = $4 and scope is null and url ~ '/docs/guide/[a-z-]+\\.md$')`,
    [EVERYONE, HELP, pages.map(({ url }) => url), FORMER_SOURCE],
  );
  for (const [owner, rows] of Map.groupBy(stale, (row) => row.org_id))
    await documents.remove(
      owner,
      rows.map(({ url }) => url),
    );
  await documents.indexHelp(pages);
}
