import type { Table as ArrowTable } from 'apache-arrow';
import { staged } from '../../core/stages.ts';
import { bestFirst } from '../best-first.ts';
import { asked, hitsByKey, packedHits, SCORE, type PassageReading } from './hits-by-key.ts';
import type { OpenTable } from './lancedb-table.ts';
import { HIT_COLUMN, KEY_COLUMN } from './packed-hit.ts';
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

/**
 * The matching passages of a table, best first. A table of another schema gives what its columns hold.
 *
 * @throws IndexUnusableError if the table lacks a column that hits require
 */
export async function findPassages(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  reading: PassageReading,
): Promise<MatchedPassage[]> {
  const columns = open.schema.names.map(String);
  const hits =
    columns.includes(KEY_COLUMN) && reading.remembered.isComplete
      ? await hitsByKey(open, wanted, query, reading)
      : await staged(reading.stages, 'index_query', 'wait', () => hitsInOneCall(open, wanted, query, columns));
  // Rows that are not yet part of the full-text index come in no particular order.
  return (open.outdated === undefined ? hits : hits.map((hit) => ({ ...hit, isOutdated: true }))).sort(bestFirst);
}

/** The hits with their texts, all of them read from the table. */
async function hitsInOneCall(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  columns: readonly string[],
): Promise<MatchedPassage[]> {
  if (columns.includes(HIT_COLUMN)) return packedHits(await asked(open, wanted, query, [HIT_COLUMN]).toArrow());
  const missing = NEEDED_COLUMNS.find((name) => !columns.includes(name));
  if (missing) throw new IndexUnusableError(`the index has no column ${missing}`);
  const further = FURTHER_COLUMNS.filter((name) => columns.includes(name));
  return hitsOfColumns(await asked(open, wanted, query, [...NEEDED_COLUMNS, ...further]).toArrow());
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
