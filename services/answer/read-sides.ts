import type { Nearness } from '../embeddings/nearness.ts';
import { sourcesOf } from '../grounding/sources-of.ts';
import { comparedSides } from '../query/compared-sides.ts';
import type { SearchDocument } from '../search/snippets/search-result.ts';
import type { Search } from '../search/search.ts';
import type { Source } from '../page-text/source.ts';
import type { UnitMeasures } from '../answer-units/answers-in.ts';
import type { Rarity } from '../answer-units/asked.ts';
import type { AnswerRequest } from './answer-request.ts';
import { findSources } from './find-sources.ts';

/** A question with what was found for it. */
export interface Side {
  query: string;
  documents: SearchDocument[];
  sources: Source[];
  by: UnitMeasures;
}

export interface ReadSidesDeps {
  search: Pick<Search, 'search'>;
  /** How rare the terms of a query are among the passages of our own index. Absent: the sources tell. */
  rarityOf?: ((orgId: string, query: string) => Promise<Rarity>) | undefined;
  /** Absent: texts are compared by their words alone. */
  nearness?: Nearness | undefined;
}

/**
 * The question with its sources, and after it the two sides of one that asks about two things.
 *
 * @throws the errors of `Search`
 */
export async function readSides(
  { search, rarityOf, nearness }: ReadSidesDeps,
  orgId: string,
  request: AnswerRequest,
  signal: AbortSignal,
): Promise<Side[]> {
  const isText = request.responseFormat.type === 'text';
  const queries = [request.query, ...((isText && comparedSides(request.query)) || [])];
  return Promise.all(
    queries.map(async (query) => {
      const [documents, rarity] = await Promise.all([
        findSources({ search, model: undefined }, orgId, { ...request, query }, signal),
        rarityOf?.(orgId, query),
      ]);
      return { query, documents, sources: sourcesOf(documents), by: { rarity, nearness } };
    }),
  );
}
