import { bestFirst } from '../best-first.ts';
import { EVERYONE } from '../../../entities/documents/document.ts';
import type { Database } from '../../database/database.ts';
import type { MatchedPassage, PassageHit, PassageIndex, PassageQuery, SearchIndex } from '../port.ts';
import { queryTerms, termsOf, termWeights } from '../../text/terms.ts';
import { bm25, type Statistics } from './bm25.ts';
import { readStatistics } from './stored-statistics.ts';
import { FIELDS, readFields, type FieldTerms } from '../fields.ts';

/**
 * The index with scores that tell nothing of passages that the caller may not find: BM25 over the passages of the
 * organization and those for everyone. The index's own scores count all passages, so that a word in another
 * organization's documents would move them. @see docs/decisions/0016-scores-by-organization.md
 */
export function scoredByOwner(index: PassageIndex, database: Database): SearchIndex {
  return {
    async search(query) {
      const terms = [...termWeights(query.query).keys()].map((term) => term.toWellFormed());
      const [passages, stored] = await Promise.all([
        index.search(query),
        readStatistics(database, [query.orgId, EVERYONE], terms),
      ]);
      return rescored(passages, stored, query);
    },
    state: () => index.state(),
    close: () => index.close(),
  };
}

// What only leads elsewhere has the words of every page that it leads to.
export const CONTENTS_FACTOR = 0.6;

/** The passages with the scores that these statistics give them, best first. */
export function rescored(
  passages: readonly MatchedPassage[],
  stored: Statistics,
  { query }: Pick<PassageQuery, 'query'>,
): PassageHit[] {
  const wanted = new Map(Array.from(termWeights(query), ([term, weight]) => [term.toWellFormed(), weight]));
  const isOfStopWords = wanted.size === 0;
  const fields = passages.map((passage) => (isOfStopWords ? stopWordFields(passage) : readFields(passage.terms)));
  const asked = isOfStopWords ? new Map(queryTerms(query).stopWords.map((word) => [word, 1])) : wanted;
  const statistics = isOfStopWords ? alike(fields) : coveringAll(stored, fields, [...asked.keys()]);
  return passages
    .map((passage, place) => ({
      ...passage,
      score: (passage.isContents ? CONTENTS_FACTOR : 1) * bm25(fields[place] ?? NO_TERMS, asked, statistics),
    }))
    .sort(bestFirst);
}

const NO_TERMS: FieldTerms = { body: [], path: [], own: [], title: [], about: [] };

const countTerms = (fields: FieldTerms) => FIELDS.reduce((sum, field) => sum + fields[field].length, 0);

/** No count is below what was found: of the last writes it may not be stored yet. */
function coveringAll(stored: Statistics, passages: readonly FieldTerms[], wanted: readonly string[]): Statistics {
  const sets = passages.map((fields) => new Set(FIELDS.flatMap((field) => fields[field])));
  const found = (term: string) => sets.filter((terms) => terms.has(term)).length;
  return {
    passages: Math.max(stored.passages, passages.length),
    terms: Math.max(
      stored.terms,
      passages.reduce((sum, fields) => sum + countTerms(fields), 0),
    ),
    passagesWith: new Map(wanted.map((term) => [term, Math.max(stored.passagesWith.get(term) ?? 0, found(term))])),
  };
}

/** For stop words, whose passages are not counted: all weigh the same. */
function alike(passages: readonly FieldTerms[]): Statistics {
  return {
    passages: passages.length,
    terms: passages.reduce((sum, fields) => sum + countTerms(fields), 0),
    passagesWith: new Map(),
  };
}

function stopWordFields({ heading, text }: MatchedPassage): FieldTerms {
  return { ...NO_TERMS, body: termsOf(`${heading}${text}`).stopWords };
}
