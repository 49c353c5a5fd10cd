import { EVERYONE } from '../../entities/documents/everyone.ts';
import type { Sql } from '../database/database.ts';
import { GUIDE_SCOPE } from '../query/scopes.ts';
import type { Documents } from './documents.ts';
import type { DocumentInput } from './document-input.ts';

/** Source name of the guide's pages in databases of the first releases, where the first organization owns them. */
const FORMER_SOURCE = 'Quarry documentation';

/**
 * Replaces the indexed guide by these pages. Only searches that name the guide's host find them. Safe to repeat.
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
