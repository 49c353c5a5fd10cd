import { bestFirst } from '../best-first.ts';
import { EVERYONE } from '../../../entities/documents/everyone.ts';
import { staged, stagedWork } from '../../core/stages.ts';
import type { Database } from '../../database/database.ts';
import type { MatchedPassage, PassageHit, PassageIndex, PassageQuery, SearchIndex } from '../port.ts';
import { queryTerms, termsOf } from '../../text/terms.ts';
import { bm25, type Statistics } from './bm25.ts';
import { scoredTerms } from '../scored-terms.ts';
import { readStatistics } from './stored-statistics.ts';
import { matchesIn, NO_MATCH, type Matches } from '../matches.ts';

/**
 * An index whose scores reveal nothing about passages that the caller may not find: BM25 over the passages of the
 * organization and those for everyone. The engine's own scores count all passages, so a word in another organization's
 * documents would change them.
 *
 * @see docs/decisions/0016-scores-by-organization.md
 */
export function scoredByOwner(index: PassageIndex, database: Database): SearchIndex {
  return {
    async search(query, stages) {
      const wanted = scoredTerms(query.query);
      const [passages, stored] = await Promise.all([
        index.search(query, stages),
        staged(stages, 'index_statistics', 'wait', () =>
          readStatistics(database, [query.orgId, EVERYONE], [...wanted.keys()]),
        ),
      ]);
      return stagedWork(stages, 'index_scores', () => rescored(passages, stored, query, wanted));
    },
    state: () => index.state(),
    close: () => index.close(),
  };
}

// A table of contents contains the words of every page that it links to.
export const CONTENTS_FACTOR = 0.6;

/**
 * The passages with their scores by these statistics, best first.
 *
 * @param wanted the scored terms of the query
 */
export function rescored(
  passages: readonly MatchedPassage[],
  stored: Statistics,
  { query }: Pick<PassageQuery, 'query'>,
  wanted = scoredTerms(query),
): PassageHit[] {
  const isOfStopWords = wanted.size === 0;
  const asked = isOfStopWords ? new Map(queryTerms(query).stopWords.map((word) => [word, 1])) : wanted;
  const matches = isOfStopWords
    ? matchesIn(passages.map(stopWordsOf), asked.keys())
    : passages.map((passage) => passage.matches);
  const statistics = isOfStopWords ? alike(matches) : coveringAll(stored, matches, [...asked.keys()]);
  return passages
    .map((passage, place) => ({
      ...passage,
      score: (passage.isContents ? CONTENTS_FACTOR : 1) * bm25(matches[place] ?? NO_MATCH, asked, statistics),
    }))
    .sort(bestFirst);
}

const countTerms = (passages: readonly Matches[]) => passages.reduce((sum, { count }) => sum + count, 0);

/** Raises each count to at least the number of hits: the counts of the last writes may not be stored yet. */
function coveringAll(stored: Statistics, passages: readonly Matches[], wanted: readonly string[]): Statistics {
  const found = (term: string) => passages.filter(({ frequencies }) => frequencies.has(term)).length;
  return {
    passages: Math.max(stored.passages, passages.length),
    terms: Math.max(stored.terms, countTerms(passages)),
    passagesWith: new Map(wanted.map((term) => [term, Math.max(stored.passagesWith.get(term) ?? 0, found(term))])),
  };
}

/** Stop words, whose passages are not counted, all have the same weight. */
function alike(passages: readonly Matches[]): Statistics {
  return { passages: passages.length, terms: countTerms(passages), passagesWith: new Map() };
}

/** The column of a passage with a body alone. */
function stopWordsOf({ heading, text }: MatchedPassage): string {
  return termsOf(`${heading}${text}`).stopWords.join(' ');
}
