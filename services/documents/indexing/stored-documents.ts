import type { Sql } from '../../database/database.ts';
import type { IndexedDocument } from '../../index/port.ts';
import type { DatePrecision } from '../../query/dates.ts';

interface DocumentRow {
  id: string;
  org_id: string;
  url: string;
  title: string | null;
  text: string;
  source: string;
  published_at: Date | null;
  published_precision: DatePrecision | null;
  scope: string | null;
  content_hash: string;
}

const COLUMNS = 'id, org_id, url, title, text, source, published_at, published_precision, scope, content_hash';
// A document may have 1 MiB of text: a batch is bounded by what it may weigh in memory.
const BATCH = 200;

/** The documents as they are now; ids without one are absent. */
export async function readDocuments(sql: Sql, ids: readonly string[]): Promise<IndexedDocument[]> {
  const rows = await sql.query<DocumentRow & Record<string, unknown>>(
    `select ${COLUMNS} from documents where id = any($1::text[])`,
    [ids],
  );
  return rows.map(asIndexed);
}

/** Every document of every owner, in batches, in order of id. */
export async function* readAllDocuments(sql: Sql): AsyncGenerator<IndexedDocument[]> {
  let after = '';
  for (;;) {
    const rows = await sql.query<DocumentRow & Record<string, unknown>>(
      `select ${COLUMNS} from documents where id > $1 order by id limit ${BATCH}`,
      [after],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(asIndexed);
    after = last.id;
  }
}

function asIndexed(row: DocumentRow): IndexedDocument {
  return {
    documentId: row.id,
    orgId: row.org_id,
    url: row.url,
    title: row.title ?? undefined,
    text: row.text,
    source: row.source,
    publishedAt: row.published_at ?? undefined,
    publishedPrecision: row.published_precision ?? undefined,
    scope: row.scope ?? undefined,
    contentHash: row.content_hash,
  };
}
