import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';

/** The URLs whose documents no other followed source of the organization holds. */
export async function urlsOnlyInSource(
  sql: Sql,
  { orgId, sourceId, urls }: { orgId: string; sourceId: string; urls: readonly string[] },
): Promise<string[]> {
  const rows = await sql.query<ColumnsOf<'source_pages', 'url'>>(
    `select url from unnest($3::text[]) as given(url) where not exists (
       select from source_pages p join sources s on s.id = p.source_id
       where p.url = given.url and p.held and s.org_id = $1 and s.id <> $2 and s.deleted_at is null)`,
    [orgId, sourceId, urls],
  );
  return rows.map((row) => row.url);
}
