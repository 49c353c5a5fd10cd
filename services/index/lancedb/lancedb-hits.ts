import { staged, type Stages } from '../../core/stages.ts';
import { bestFirst } from '../best-first.ts';
import { hitsOfEarlierLayout } from './earlier-layouts.ts';
import { hitsByRow, hitsOfTable, type PassageReading } from './hits-by-row.ts';
import { hitsOfDocuments } from './hits-of-documents.ts';
import type { OpenTable } from './lancedb-table.ts';
import { PASSAGE_COLUMN } from './passages/packed-passage.ts';
import type { RememberedTable } from './passages/remembered-table.ts';
import type { MatchedPassage, PassageQuery } from '../port.ts';
import type { Terms } from '../../text/terms.ts';

/**
 * The matching passages of a table, best first. A table of another schema gives what its columns hold.
 *
 * @throws IndexUnusableError if the table lacks a column that hits require
 */
export async function findPassages(
  open: OpenTable,
  wanted: Terms,
  query: PassageQuery,
  { remembered, stages }: PassageReading,
): Promise<MatchedPassage[]> {
  const kept = remembered.of(open);
  const hits = (kept && (await ofDocuments(kept, query, stages))) ?? (await found());
  // Rows that are not yet part of the full-text index come in no particular order.
  return (open.outdated === undefined ? hits : hits.map((hit) => ({ ...hit, isOutdated: true }))).sort(bestFirst);

  function found(): Promise<MatchedPassage[]> {
    if (kept) return hitsByRow(open, wanted, query, { kept, stages });
    const read = open.schema.names.includes(PASSAGE_COLUMN) ? hitsOfTable : hitsOfEarlierLayout;
    return staged(stages, 'index_query', 'wait', () => read(open, wanted, query));
  }
}

async function ofDocuments(
  kept: RememberedTable,
  query: PassageQuery,
  stages: Stages | undefined,
): Promise<MatchedPassage[] | undefined> {
  if (!query.documentIds) return undefined;
  return staged(stages, 'index_documents', 'wait', () => hitsOfDocuments(kept, query));
}
