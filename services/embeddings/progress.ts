import type { Sql } from '../database/database.ts';
import { isSpaceOf } from './port.ts';

/** The number of passages with a vector of a model, and of all passages. */
export interface EmbeddingProgress {
  embedded: number;
  total: number;
}

/** Counts the passages of current document versions. With several spaces of the model, the fullest one counts. */
export async function readProgress({ builder }: Sql, model: string): Promise<EmbeddingProgress> {
  const [spaces, totals] = await Promise.all([
    builder
      .selectFrom('passage_embeddings as vector')
      .innerJoin('documents as document', (join) =>
        join.onRef('document.id', '=', 'vector.document_id').onRef('document.content_hash', '=', 'vector.content_hash'),
      )
      .select(({ fn }) => ['vector.space', fn.countAll().as('passages')])
      .groupBy('vector.space')
      .execute(),
    builder
      .selectFrom('term_totals')
      .select(({ fn }) => fn.sum('passages').as('passages'))
      .executeTakeFirst(),
  ]);
  const counts = spaces.filter(({ space }) => isSpaceOf(model, space)).map(({ passages }) => Number(passages));
  const embedded = Math.max(0, ...counts);
  // `term_totals` is updated slightly after a document is embedded, so it can lag behind `embedded`.
  return { embedded, total: Math.max(embedded, Number(totals?.passages ?? 0)) };
}

/**
 * Formats progress: `12000 of 23948 passages (50 %), 52 a second, 4 minutes left`.
 *
 * @param aSecond passages per second; undefined if unknown
 */
export function progressLine({ embedded, total }: EmbeddingProgress, aSecond: number | undefined): string {
  const share = `${embedded} of ${total} passages (${total === 0 ? 100 : Math.floor((100 * embedded) / total)} %)`;
  if (embedded === total || aSecond === undefined) return share;
  if (aSecond <= 0) return `${share}, none at present`;
  return `${share}, ${aSecond.toFixed(aSecond < 10 ? 1 : 0)} a second, ${duration((total - embedded) / aSecond)} left`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${(seconds / 3_600).toFixed(1)} hours`;
}
