import type { Sql } from '../database/database.ts';
import { fromFloat16, toFloat16 } from './float16.ts';

/** A document whose passages have no vectors yet. */
export interface Unembedded extends Record<string, unknown> {
  id: string;
  title: string | null;
  text: string;
  content_hash: string;
}

/** The vectors of one version of a document, by the ordinals of its passages. */
export interface DocumentVectors {
  documentId: string;
  contentHash: string;
  vectors: readonly Float32Array[];
}

/** The next documents after `afterId`, in order of id, that have no vectors of their present version in the space. */
export async function readUnembedded(sql: Sql, space: string, afterId: string, limit: number): Promise<Unembedded[]> {
  return sql.query<Unembedded>(
    `select id, title, text, content_hash from documents
      where id > $2 and not exists (
        select from passage_embeddings vector
         where vector.document_id = documents.id and vector.content_hash = documents.content_hash and vector.space = $1)
      order by id limit $3`,
    [space, afterId, limit],
  );
}

/** Stores the vectors of documents that are still of that version. Safe to repeat. */
export async function storeVectors(sql: Sql, space: string, documents: readonly DocumentVectors[]): Promise<void> {
  const rows = documents.flatMap(({ documentId, contentHash, vectors }) =>
    vectors.map((vector, ordinal) => ({ documentId, contentHash, ordinal, vector })),
  );
  await sql.query(
    `insert into passage_embeddings (document_id, content_hash, ordinal, space, vector)
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

/** Forgets the vectors of those documents that are gone, and of former versions of the others. */
export async function forgetStaleVectors(sql: Sql, documentIds: readonly string[]): Promise<void> {
  await sql.query(
    `delete from passage_embeddings vector where document_id = any($1::text[]) and not exists (
       select from documents where documents.id = vector.document_id and documents.content_hash = vector.content_hash)`,
    [documentIds],
  );
}

/** Forgets the vectors of all other spaces. */
export async function forgetOtherSpaces(sql: Sql, space: string): Promise<void> {
  await sql.query('delete from passage_embeddings where space <> $1', [space]);
}

/** One passage of one version of a document. */
export interface PassagePlace {
  documentId: string;
  contentHash: string;
  ordinal: number;
}

/** The vectors that there are of these passages, by `placeKey`. */
export async function readVectors(
  sql: Sql,
  space: string,
  places: readonly PassagePlace[],
): Promise<Map<string, Float32Array>> {
  const rows = await sql.query<{ document_id: string; content_hash: string; ordinal: number; vector: Buffer }>(
    `select vector.document_id, vector.content_hash, vector.ordinal, vector.vector
       from unnest($2::text[], $3::text[], $4::int[]) as wanted(document_id, content_hash, ordinal)
       join passage_embeddings vector using (document_id, content_hash, ordinal)
      where vector.space = $1 and length(vector.vector) > 0`,
    [
      space,
      places.map((place) => place.documentId),
      places.map((place) => place.contentHash),
      places.map((place) => place.ordinal),
    ],
  );
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
