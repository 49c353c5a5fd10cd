import type { Table as ArrowTable } from 'apache-arrow';
import { bestFirst } from '../best-first.ts';
import { filterSql } from './filter.ts';
import { fullTextQuery } from './full-text-query.ts';
import type { OpenTable } from './lancedb-table.ts';
import { IndexUnusableError, type MatchedPassage, type PassageQuery } from '../port.ts';
import type { Terms } from '../../text/terms.ts';

const NEEDED_COLUMNS = [
  'document_id',
  'content_hash',
  'ordinal',
  'passage_count',
  'words',
  'passage_start',
  'terms',
] as const;
// Tables of former versions lack them.
const FURTHER_COLUMNS = ['path', 'is_contents'] as const;
const SCORE = '_score';

/**
 * The passages of a table that match, best first. Of a table of another schema, with what its columns tell.
 *
 * @throws IndexUnusableError when it lacks a column without which there are no hits
 */
export async function findPassages(open: OpenTable, wanted: Terms, query: PassageQuery): Promise<MatchedPassage[]> {
  const { table, schema, outdated } = open;
  const columns = new Set(schema.names.map(String));
  const missing = NEEDED_COLUMNS.find((name) => !columns.has(name));
  if (missing) throw new IndexUnusableError(`the index has no column ${missing}`);
  const found = await table
    .query()
    .fullTextSearch(fullTextQuery(wanted, query))
    .where(filterSql(query))
    .select([...NEEDED_COLUMNS, ...FURTHER_COLUMNS.filter((name) => columns.has(name)), SCORE])
    .limit(query.limit)
    .toArrow();
  const hits = hitsOf(found);
  // Rows that are not yet folded into the full-text index come in no order.
  return (outdated === undefined ? hits : hits.map((hit) => ({ ...hit, isOutdated: true }))).sort(bestFirst);
}

// Column by column: Arrow's row objects would cost more than the ranking.
function hitsOf(found: ArrowTable): MatchedPassage[] {
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
