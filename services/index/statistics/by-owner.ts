import { bestFirst } from '../best-first.ts';
import { EVERYONE } from '../../../entities/documents/document.ts';
import type { Database } from '../../database/database.ts';
import type { MatchedPassage, PassageHit, PassageIndex, PassageQuery, SearchIndex } from '../port.ts';
import { queryTerms, termsOf } from '../../text/words.ts';
import { bm25, type Statistics } from './bm25.ts';
import { readStatistics } from './stored-statistics.ts';
import { splitTerms } from '../term-changes.ts';

/**
 * The index with scores that tell nothing of passages that the caller may not find: BM25 over the passages of the
 * organization and those for everyone. The index's own scores count all passages, so that a word in another
 * organization's documents would move them. @see docs/decisions/0016-scores-by-organization.md
 */
export function scoredByOwner(index: PassageIndex, database: Database): SearchIndex {
  return {
    async search(query) {
      const { terms } = queryTerms(query.query);
      const [passages, stored] = await Promise.all([
        index.search(query),
        readStatistics(database, [query.orgId, EVERYONE], terms),
      ]);
      return rescored(passages, terms, stored, query);
    },
    state: () => index.state(),
    close: () => index.close(),
  };
}

function rescored(
  passages: readonly MatchedPassage[],
  wanted: readonly string[],
  stored: Statistics,
  { query }: PassageQuery,
): PassageHit[] {
  const termsOfPassages = passages.map((passage) =>
    wanted.length > 0 ? splitTerms(passage.terms) : stopWordsOf(passage),
  );
  const asked = wanted.length > 0 ? wanted.map((term) => term.toWellFormed()) : queryTerms(query).stopWords;
  const statistics = wanted.length > 0 ? coveringAll(stored, termsOfPassages, asked) : alike(termsOfPassages);
  return passages
    .map((passage, place) => ({ ...passage, score: bm25(termsOfPassages[place] ?? [], asked, statistics) }))
    .sort(bestFirst);
}

/** No count is below what was found: of the last writes it may not be stored yet. */
function coveringAll(
  stored: Statistics,
  passages: ReadonlyArray<readonly string[]>,
  wanted: readonly string[],
): Statistics {
  const sets = passages.map((terms) => new Set(terms));
  const found = (term: string) => sets.filter((terms) => terms.has(term)).length;
  return {
    passages: Math.max(stored.passages, passages.length),
    terms: Math.max(
      stored.terms,
      passages.reduce((sum, terms) => sum + terms.length, 0),
    ),
    passagesWith: new Map(wanted.map((term) => [term, Math.max(stored.passagesWith.get(term) ?? 0, found(term))])),
  };
}

/** For stop words, whose passages are not counted: all weigh the same. */
function alike(passages: ReadonlyArray<readonly string[]>): Statistics {
  return {
    passages: passages.length,
    terms: passages.reduce((sum, terms) => sum + terms.length, 0),
    passagesWith: new Map(),
  };
}

function stopWordsOf({ heading, text }: MatchedPassage): string[] {
  return termsOf(`${heading}${text}`).stopWords;
}
