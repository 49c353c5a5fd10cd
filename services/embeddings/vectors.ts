import type { ColumnsOf } from '../../entities/row-types.ts';
import { anyOf } from '../database/builder.ts';
import type { Database, Prepared, Sql } from '../database/database.ts';
import { into } from '../database/into.ts';
import { fromFloat16, toFloat16 } from './float16.ts';

/** A document whose passages are not embedded yet. */
export type UnembeddedDocument = ColumnsOf<'documents', 'id' | 'title' | 'text' | 'content_hash'>;

/** The vectors of one version of a document. The index of a vector is the ordinal of its passage. */
export interface DocumentVectors {
  documentId: string;
  contentHash: string;
  vectors: readonly Float32Array[];
}

/** The next documents after `afterId`, ordered by id, whose current version has no vectors in the space. */
export function readUnembedded(
  { builder }: Sql,
  space: string,
  afterId: string,
  limit: number,
): Promise<UnembeddedDocument[]> {
  return builder
    .selectFrom('documents')
    .select(['id', 'title', 'text', 'content_hash'])
    .where('id', '>', afterId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('passage_embeddings as vector')
            .select('vector.document_id')
            .whereRef('vector.document_id', '=', 'documents.id')
            .whereRef('vector.content_hash', '=', 'documents.content_hash')
            .where('vector.space', '=', space),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Stores vectors. Documents that were replaced or deleted since are skipped. Safe to repeat. */
export async function storeVectors(sql: Sql, space: string, documents: readonly DocumentVectors[]): Promise<void> {
  const rows = documents.flatMap(({ documentId, contentHash, vectors }) =>
    vectors.map((vector, ordinal) => ({ documentId, contentHash, ordinal, vector })),
  );
  await sql.query(
    `insert into ${into('passage_embeddings', 'document_id', 'content_hash', 'ordinal', 'space', 'vector')}
     select given.document_id, given.content_hash, given.ordinal, $1, given.vector
       from unnest($2::text[], $3::text[], $4::int[], $5::bytea[]) as given(document_id, content_hash, ordinal, vector)
       join documents on documents.id = given.document_id and documents.content_hash = given.content_hash
        for key share of documents
         on conflict do nothing`,
    [
      space,
      rows.map((row) => row.documentId),
      rows.map((row) => row.contentHash),
      rows.map((row) => row.ordinal),
      rows.map((row) => toFloat16(row.vector)),
    ],
  );
}

/** Deletes the vectors of deleted documents, and of former versions of the others. */
export async function forgetStaleVectors({ builder }: Sql, documentIds: readonly string[]): Promise<void> {
  await builder
    .deleteFrom('passage_embeddings as vector')
    .where('vector.document_id', '=', anyOf(documentIds))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.id', '=', 'vector.document_id')
            .whereRef('documents.content_hash', '=', 'vector.content_hash'),
        ),
      ),
    )
    .execute();
}

/** Deletes the vectors of all spaces but one. */
export async function forgetOtherSpaces({ builder }: Sql, space: string): Promise<void> {
  await builder.deleteFrom('passage_embeddings').where('space', '<>', space).execute();
}

/** Identifies one passage of one version of a document. */
export interface PassagePlace {
  documentId: string;
  contentHash: string;
  ordinal: number;
}

const READ: Prepared = {
  name: 'passage-vectors',
  sql: `select vector.document_id, vector.content_hash, vector.ordinal, vector.vector
          from unnest($2::text[], $3::text[], $4::int[]) as wanted(document_id, content_hash, ordinal)
          join passage_embeddings vector using (document_id, content_hash, ordinal)
         where vector.space = $1 and length(vector.vector) > 0`,
};

/** The stored vectors of these passages, by `placeKey`. Passages without a vector are absent. */
export async function readVectors(
  database: Pick<Database, 'prepared'>,
  space: string,
  places: readonly PassagePlace[],
): Promise<Map<string, Float32Array>> {
  const rows = await database.prepared<
    ColumnsOf<'passage_embeddings', 'document_id' | 'content_hash' | 'ordinal' | 'vector'>
  >(READ, [
    space,
    places.map((place) => place.documentId),
    places.map((place) => place.contentHash),
    places.map((place) => place.ordinal),
  ]);
  return new Map(
    rows.map((row) => [
      placeKey({ documentId: row.document_id, contentHash: row.content_hash, ordinal: row.ordinal }),
      fromFloat16(row.vector),
    ]),
  );
}

export function placeKey({ documentId, contentHash, ordinal }: PassagePlace): string {
  return `${documentId}#${ordinal}#${contentHash}`;
}
