import { EVERYONE } from '../../../entities/documents/everyone.ts';
import type { Database } from '../../database/database.ts';
import { termWeights } from '../../text/terms.ts';
import { idf, type Statistics } from './bm25.ts';
import { readStatistics } from './stored-statistics.ts';

/**
 * The rarity of each term of a query among the passages of the organization and those for everyone: 1 if no passage has
 * it.
 */
export async function termRarity(database: Database, orgId: string, query: string): Promise<(term: string) => number> {
  const terms = [...termWeights(query).keys()].map((term) => term.toWellFormed());
  return rarityBy(await readStatistics(database, [orgId, EVERYONE], terms));
}

export function rarityBy({ passages, passagesWith }: Statistics): (term: string) => number {
  const ofUnseen = idf(passages, 0);
  return (term) =>
    Math.min(1, idf(passages, Math.min(passages, passagesWith.get(term.toWellFormed()) ?? 0)) / ofUnseen);
}
