import type { ColumnsOf } from '../../../entities/row-types.ts';
import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import type { IndexedDocument } from '../../index/port.ts';

const COLUMNS = [
  'id',
  'org_id',
  'url',
  'title',
  'text',
  'source',
  'published_at',
  'published_precision',
  'scope',
  'labels',
  'content_hash',
] as const;

// A document may have 1 MiB of text: the limit of a batch is its size in memory.
const BATCH = 200;

/** The current versions of the documents. Ids without a document are absent. */
export async function readDocuments({ builder }: Sql, ids: readonly string[]): Promise<IndexedDocument[]> {
  const rows = await builder.selectFrom('documents').select(COLUMNS).where('id', '=', anyOf(ids)).execute();
  return rows.map(asIndexed);
}

/** All documents of all owners in batches, ordered by id. */
export async function* readAllDocuments({ builder }: Sql): AsyncGenerator<IndexedDocument[]> {
  let after = '';
  for (;;) {
    const rows = await builder
      .selectFrom('documents')
      .select(COLUMNS)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(asIndexed);
    after = last.id;
  }
}

function asIndexed(row: ColumnsOf<'documents', (typeof COLUMNS)[number]>): IndexedDocument {
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
    labels: row.labels,
    contentHash: row.content_hash,
  };
}
