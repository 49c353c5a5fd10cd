import type { Table } from '@lancedb/lancedb';
import type { Table as ArrowTable } from 'apache-arrow';
import { staged, stagedWork, type Stages } from '../../core/stages.ts';
import { filterSql } from './filter.ts';
import { fullTextQuery } from './full-text-query.ts';
import type { OpenTable } from './lancedb-table.ts';
import { HIT_COLUMN, KEY_COLUMN, unpackHit, type UnscoredPassage } from './packed-hit.ts';
import type { RememberedPassages } from './remembered-passages.ts';
import type { MatchedPassage, PassageQuery } from '../port.ts';
import type { Terms } from '../../text/terms.ts';

export const SCORE = '_score';
const ROW = '_rowid';

/** What a search of a table reads with. */
export interface PassageReading {
  remembered: RememberedPassages;
  stages?: Stages | undefined;
}

/** A query of the full-text index for these columns and the score. */
export function asked({ table }: OpenTable, wanted: Terms, query: PassageQuery, columns: readonly string[]) {
  return table
    .query()
    .fullTextSearch(fullTextQuery(wanted, query))
    .where(filterSql(query))
    .select([...columns, SCORE])
    .limit(query.limit);
}

/** Finds passages by their keys, and reads the text of those that are not remembered. */
export async function hitsByKey(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  { remembered, stages }: PassageReading,
): Promise<MatchedPassage[]> {
  const find = () => asked(open, wanted, query, [KEY_COLUMN]).withRowId().toArrow();
  const found = await staged(stages, 'index_query', 'wait', find);
  const keys = Array.from(found.getChild(KEY_COLUMN) ?? [], BigInt);
  const rows = found.getChild(ROW);
  const known = keys.map((key) => remembered.get(key));
  const unknown = keys.flatMap((_, place) => (known[place] ? [] : [BigInt(rows?.get(place))]));
  const read =
    unknown.length > 0
      ? await staged(stages, 'index_texts', 'wait', () => readRows(open.table, unknown, remembered))
      : new Map<bigint, UnscoredPassage>();
  // A fold or a write between the two calls has moved or removed rows.
  if (read.size < unknown.length) return packedHits(await asked(open, wanted, query, [HIT_COLUMN]).toArrow());
  const score = found.getChild(SCORE);
  return stagedWork(stages, 'index_rows', () =>
    keys.flatMap((key, place) => {
      const passage = known[place] ?? read.get(key);
      return passage ? [{ ...passage, score: Number(score?.get(place)) }] : [];
    }),
  );
}

/** The hits of a result with the column HIT_COLUMN. */
export function packedHits(found: ArrowTable): MatchedPassage[] {
  const packed = found.getChild(HIT_COLUMN);
  const score = found.getChild(SCORE);
  return Array.from({ length: found.numRows }, (_, row) => ({
    ...unpackHit(String(packed?.get(row))),
    score: Number(score?.get(row)),
  }));
}

async function readRows(
  table: Table,
  rows: readonly bigint[],
  remembered: RememberedPassages,
): Promise<Map<bigint, UnscoredPassage>> {
  const read = await table.takeRowIds(rows).select([KEY_COLUMN, HIT_COLUMN]).toArrow();
  const packed = read.getChild(HIT_COLUMN);
  const keys = Array.from(read.getChild(KEY_COLUMN) ?? [], BigInt);
  return new Map(keys.map((key, place) => [key, remembered.add(key, String(packed?.get(place)))]));
}
