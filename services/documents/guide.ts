import { EVERYONE } from '../../entities/documents/document.ts';
import type { Sql } from '../database/database.ts';
import { GUIDE_SCOPE } from '../query/scopes.ts';
import type { Documents } from './documents.ts';
import type { DocumentInput } from './document-input.ts';

/** Name under which the first versions indexed the guide, among the documents of the first organization. */
const FORMER_SOURCE = 'Quarry documentation';

/**
 * Indexes these pages as the guide, in place of all that were indexed as such before. Searches meet them only where they
 * name the guide's host. Safe to repeat.
 */
export async function replaceGuide(
  { sql, documents }: { sql: Sql; documents: Documents },
  pages: readonly DocumentInput[],
): Promise<void> {
  const urls = pages.map(({ url }) => url);
  const stale = await sql.builder
    .selectFrom('documents')
    .select(['org_id', 'url'])
    .where((document) =>
      document.or([
        document.and([
          document('org_id', '=', EVERYONE),
          document('scope', '=', GUIDE_SCOPE),
          document('url', '<>', document.fn<string>('all', [document.val(urls)])),
        ]),
        document.and([
          document('source', '=', FORMER_SOURCE),
          document('scope', 'is', null),
          document('url', '~', '/docs/guide/[a-z-]+\\.md$'),
        ]),
      ]),
    )
    .execute();
  for (const [owner, rows] of Map.groupBy(stale, (row) => row.org_id))
    await documents.remove(
      owner,
      rows.map(({ url }) => url),
    );
  await documents.indexGuide(pages);
}
