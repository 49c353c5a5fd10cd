import type { Table as ArrowTable } from 'apache-arrow';
import { staged, stagedWork, type Stages } from '../../core/stages.ts';
import { filterSql } from './filter.ts';
import { fullTextQuery } from './full-text-query.ts';
import type { OpenTable } from './lancedb-table.ts';
import { bufferOf, matchesOfPacked, PASSAGE_COLUMN, unpackPassage } from './passages/packed-passage.ts';
import type { RememberedPassages } from './passages/remembered-passages.ts';
import type { RememberedTable } from './passages/remembered-table.ts';
import { int64s, ROW } from './passages/stored-rows.ts';
import type { MatchedPassage, PassageQuery } from '../port.ts';
import { hashedTerms } from '../term-vector.ts';
import { scoredTerms } from '../scored-terms.ts';
import type { Terms } from '../../text/terms.ts';

export const SCORE = '_score';

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

/** Finds passages by their rows, and reads the contents of those that are not remembered. */
export async function hitsByRow(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  { kept, stages }: { kept: RememberedTable; stages?: Stages | undefined },
): Promise<MatchedPassage[]> {
  const find = () => asked(open, wanted, query, []).withRowId().toArrow();
  const found = await staged(stages, 'index_query', 'wait', find);
  const rows = int64s(found, ROW);
  const known = await staged(stages, 'index_texts', 'wait', () => kept.read(rows));
  const unknown = rows.filter((row) => !known.has(row));
  const learnt =
    unknown.length > 0
      ? await staged(stages, 'index_new_texts', 'wait', () => kept.learn(open.table, unknown))
      : new Map<bigint, Buffer>();
  // A fold or a write between the two calls has moved or removed rows.
  if (learnt.size < unknown.length) return hitsOfTable(open, wanted, query);
  return stagedWork(stages, 'index_rows', () =>
    hitsOf(
      rows.flatMap((row) => known.get(row) ?? learnt.get(row) ?? []),
      found,
      query,
    ),
  );
}

/** The hits with their contents, all of them read from the table. */
export async function hitsOfTable(open: OpenTable, wanted: Terms, query: PassageQuery): Promise<MatchedPassage[]> {
  const found = await asked(open, wanted, query, [PASSAGE_COLUMN]).toArrow();
  return hitsOf(Array.from(found.getChild(PASSAGE_COLUMN) ?? [], bufferOf), found, query);
}

function hitsOf(packed: readonly Buffer[], found: ArrowTable, { query }: PassageQuery): MatchedPassage[] {
  const terms = hashedTerms(scoredTerms(query).keys());
  const score = found.getChild(SCORE);
  return packed.map((passage, place) => ({
    ...unpackPassage(passage),
    matches: matchesOfPacked(passage, terms),
    score: Number(score?.get(place)),
  }));
}
