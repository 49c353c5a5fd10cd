import type { Table as ArrowTable } from 'apache-arrow';
import { staged, stagedWork, type Stages } from '../../core/stages.ts';
import { bestFirst } from '../best-first.ts';
import { filterSql } from './filter.ts';
import { fullTextQuery } from './full-text-query.ts';
import { HIT_COLUMN } from './lancedb-rows.ts';
import type { OpenTable } from './lancedb-table.ts';
import { unpackHit } from './packed-hit.ts';
import { IndexUnusableError, type MatchedPassage, type PassageQuery } from '../port.ts';
import type { Terms } from '../../text/terms.ts';

// Tables of earlier layouts have these columns instead of the packed one.
const NEEDED_COLUMNS = [
  'document_id',
  'content_hash',
  'ordinal',
  'passage_count',
  'words',
  'passage_start',
  'terms',
] as const;
// Tables of the first versions lack these columns.
const FURTHER_COLUMNS = ['path', 'is_contents'] as const;
const SCORE = '_score';

/**
 * The matching passages of a table, best first. A table of another schema gives what its columns hold.
 *
 * @throws IndexUnusableError if the table lacks a column that hits require
 */
export async function findPassages(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  stages?: Stages,
): Promise<MatchedPassage[]> {
  const { table, schema, outdated } = open;
  const columns = hitColumns(schema.names.map(String));
  const asked = table
    .query()
    .fullTextSearch(fullTextQuery(wanted, query))
    .where(filterSql(query))
    .select([...columns, SCORE])
    .limit(query.limit);
  const found = await staged(stages, 'index_query', 'wait', () => asked.toArrow());
  const hits = stagedWork(stages, 'index_rows', () => hitsOf(found));
  // Rows that are not yet part of the full-text index come in no particular order.
  return (outdated === undefined ? hits : hits.map((hit) => ({ ...hit, isOutdated: true }))).sort(bestFirst);
}

function hitColumns(columns: readonly string[]): string[] {
  if (columns.includes(HIT_COLUMN)) return [HIT_COLUMN];
  const missing = NEEDED_COLUMNS.find((name) => !columns.includes(name));
  if (missing) throw new IndexUnusableError(`the index has no column ${missing}`);
  return [...NEEDED_COLUMNS, ...FURTHER_COLUMNS.filter((name) => columns.includes(name))];
}

function hitsOf(found: ArrowTable): MatchedPassage[] {
  const packed = found.getChild(HIT_COLUMN);
  if (!packed) return hitsOfColumns(found);
  const score = found.getChild(SCORE);
  return Array.from({ length: found.numRows }, (_, row) => unpackHit(String(packed.get(row)), Number(score?.get(row))));
}

// Column by column: Arrow's row objects would cost more than the ranking.
function hitsOfColumns(found: ArrowTable): MatchedPassage[] {
  const [documentId, contentHash, ordinal, passageCount, words, passageStart, terms] = NEEDED_COLUMNS.map((name) =>
    found.getChild(name),
  );
  const [path, isContents] = FURTHER_COLUMNS.map((name) => found.getChild(name));
  const score = found.getChild(SCORE);
  return Array.from({ length: found.numRows }, (_, row) => {
    const start = Number(passageStart?.get(row));
    const text = String(words?.get(row));
    return {
      documentId: String(documentId?.get(row)),
      contentHash: String(contentHash?.get(row)),
      ordinal: Number(ordinal?.get(row)),
      passageCount: Number(passageCount?.get(row)),
      heading: text.slice(0, start),
      path: String(path?.get(row) ?? ''),
      isContents: isContents?.get(row) === true,
      text: text.slice(start),
      terms: String(terms?.get(row)),
      score: Number(score?.get(row)),
    };
  });
}
