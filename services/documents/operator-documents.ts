import { EVERYONE } from '../../entities/documents/everyone.ts';
import { GUIDE_SCOPE } from '../query/scopes.ts';
import type { Sql } from '../database/database.ts';

/** A document that the operator ingested for every organization. */
export interface OperatorDocument {
  url: string;
  title: string | null;
  scope: string | null;
  indexedAt: Date;
}

const BATCH = 1_000;

/** The operator's documents whose URL begins with `prefix`, ordered by URL, without the pages of the guide. */
export async function* operatorDocuments(sql: Sql, prefix: string): AsyncGenerator<OperatorDocument> {
  for (let after = ''; ;) {
    const rows: OperatorDocument[] = await sql.builder
      .selectFrom('documents')
      .select(['url', 'title', 'scope', 'updated_at as indexedAt'])
      .where('org_id', '=', EVERYONE)
      .where('scope', 'is distinct from', GUIDE_SCOPE)
      .where(({ fn, val }) => fn<boolean>('starts_with', ['url', val(prefix)]))
      .where('url', '>', after)
      .orderBy('url')
      .limit(BATCH)
      .execute();
    yield* rows;
    after = rows.at(-1)?.url ?? '';
    if (rows.length < BATCH) return;
  }
}
