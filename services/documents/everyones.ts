import { EVERYONE } from '../../entities/documents/document.ts';
import { HELP } from '../query/scopes.ts';
import type { Sql } from '../database/database.ts';

/** A document that the operator ingested for every organization. */
export interface EveryonesDocument {
  url: string;
  title: string | null;
  scope: string | null;
  indexedAt: Date;
}

const BATCH = 1_000;

/** All documents for everyone whose URL begins with `prefix`, in the order of their URLs; the pages of the guide are none. */
export async function* everyonesDocuments(sql: Sql, prefix: string): AsyncGenerator<EveryonesDocument> {
  for (let after = ''; ;) {
    const rows = await sql.query<EveryonesDocument & Record<string, unknown>>(
      `select url, title, scope, updated_at as "indexedAt" from documents
        where org_id = $1 and scope is distinct from $4 and starts_with(url, $2) and url > $3 order by url limit ${BATCH}`,
      [EVERYONE, prefix, after, HELP],
    );
    yield* rows;
    after = rows.at(-1)?.url ?? '';
    if (rows.length < BATCH) return;
  }
}
