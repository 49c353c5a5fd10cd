import { matchesOfPacked, unpackPassage } from './passages/packed-passage.ts';
import type { RememberedTable } from './passages/remembered-table.ts';
import type { Matches } from '../matches.ts';
import { audiencesOf } from '../passage-rows.ts';
import type { MatchedPassage, PassageQuery } from '../port.ts';
import { scoredTerms } from '../scored-terms.ts';
import { hashedTerms } from '../term-vector.ts';

// More would take longer to look through than the full-text index takes.
const MOST_PASSAGES = 2_000;
const SATURATED_AT = 1.2;

/**
 * The matching passages of the query's documents, from what is remembered of the table: a query of the full-text index
 * among a few documents reads the ids of all rows.
 *
 * @returns undefined if the full-text index has to be asked: a document is not remembered as a whole or in several
 *   versions, or the query has conditions other than its documents
 */
export async function hitsOfDocuments(
  kept: RememberedTable,
  query: PassageQuery,
): Promise<MatchedPassage[] | undefined> {
  const { documentIds = [], limit } = query;
  const terms = hashedTerms(scoredTerms(query.query).keys());
  if (terms.length === 0 || hasConditions(query)) return undefined;
  const packed = await kept.ofDocuments(documentIds, new Set(audiencesOf(query)), MOST_PASSAGES);
  return packed
    ?.map((passage) => ({ passage, matches: matchesOfPacked(passage, terms) }))
    .map((found) => ({ ...found, score: saturated(found.matches) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ passage, ...found }) => ({ ...unpackPassage(passage), ...found }));
}

function hasConditions({
  phrases,
  excluded,
  includeDomains,
  excludeDomains,
  fromMs,
  beforeMs,
  labels,
}: PassageQuery): boolean {
  const lists = [phrases, excluded, includeDomains, excludeDomains, labels];
  return fromMs !== undefined || beforeMs !== undefined || lists.some((list) => (list?.length ?? 0) > 0);
}

/** BM25 without the rarity of the terms, which selects among the passages of a document as well. */
function saturated({ frequencies }: Matches): number {
  let score = 0;
  for (const frequency of frequencies.values()) score += frequency / (frequency + SATURATED_AT);
  return score;
}
