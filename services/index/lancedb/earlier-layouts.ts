import type { Table as ArrowTable } from 'apache-arrow';
import { asked, SCORE } from './hits-by-row.ts';
import type { OpenTable } from './lancedb-table.ts';
import { HIT_COLUMN, unpackText, type PassageWithTerms } from './passages/packed-text.ts';
import { IndexUnusableError, type MatchedPassage, type PassageQuery } from '../port.ts';
import { matchesIn, NO_MATCH } from '../matches.ts';
import { scoredTerms } from '../scored-terms.ts';
import type { Terms } from '../../text/terms.ts';

// Tables of the layouts before have these columns.
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
 * The hits of a table of an earlier layout, which is searched until it is rebuilt.
 *
 * @throws IndexUnusableError if the table lacks a column that hits require
 */
export async function hitsOfEarlierLayout(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
): Promise<MatchedPassage[]> {
  const columns = columnsOf(open.schema.names.map(String));
  const found = await asked(open, wanted, query, columns).toArrow();
  const passages = columns.includes(HIT_COLUMN) ? packedTexts(found) : passagesOfColumns(found);
  const matches = matchesIn(
    passages.map(({ terms }) => terms),
    scoredTerms(query.query).keys(),
  );
  const score = found.getChild(SCORE);
  return passages.map(({ passage }, place) => ({
    ...passage,
    matches: matches[place] ?? NO_MATCH,
    score: Number(score?.get(place)),
  }));
}

function columnsOf(names: readonly string[]): readonly string[] {
  if (names.includes(HIT_COLUMN)) return [HIT_COLUMN];
  const missing = NEEDED_COLUMNS.find((name) => !names.includes(name));
  if (missing) throw new IndexUnusableError(`the index has no column ${missing}`);
  return [...NEEDED_COLUMNS, ...FURTHER_COLUMNS.filter((name) => names.includes(name))];
}

function packedTexts(found: ArrowTable): PassageWithTerms[] {
  return Array.from(found.getChild(HIT_COLUMN) ?? [], (packed) => unpackText(String(packed)));
}

// Column by column: Arrow's row objects would cost more than the ranking.
function passagesOfColumns(found: ArrowTable): PassageWithTerms[] {
  const [documentId, contentHash, ordinal, passageCount, words, passageStart, terms] = NEEDED_COLUMNS.map((name) =>
    found.getChild(name),
  );
  const [path, isContents] = FURTHER_COLUMNS.map((name) => found.getChild(name));
  return Array.from({ length: found.numRows }, (_, row) => {
    const start = Number(passageStart?.get(row));
    const text = String(words?.get(row));
    const passage = {
      documentId: String(documentId?.get(row)),
      contentHash: String(contentHash?.get(row)),
      ordinal: Number(ordinal?.get(row)),
      passageCount: Number(passageCount?.get(row)),
      heading: text.slice(0, start),
      path: String(path?.get(row) ?? ''),
      isContents: isContents?.get(row) === true,
      text: text.slice(start),
    };
    return { passage, terms: String(terms?.get(row)) };
  });
}
