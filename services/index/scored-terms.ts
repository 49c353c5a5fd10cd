import { termWeights } from '../text/terms.ts';

/**
 * The terms that score a passage for a query, with their weights; none for a query of stop words. Lone surrogates are
 * replaced, as in PostgreSQL and in the index.
 */
export function scoredTerms(query: string): ReadonlyMap<string, number> {
  return new Map(Array.from(termWeights(query), ([term, weight]) => [term.toWellFormed(), weight]));
}
