import { BooleanQuery, MatchQuery, Occur, Operator, type FullTextQuery } from '@lancedb/lancedb';
import type { PassageQuery } from '../port.ts';
import { wantedTerms, type Terms } from '../../text/terms.ts';

/** A query for passages with any of the terms, all words of each phrase, and none of the excluded words. */
export function fullTextQuery(wanted: Terms, { phrases = [], excluded = [] }: PassageQuery): FullTextQuery {
  if (phrases.length === 0 && excluded.length === 0) return matching(wanted);
  return new BooleanQuery([
    [Occur.Must, matching(wanted)],
    ...phrases.map((phrase): [Occur, FullTextQuery] => [Occur.Must, matching(wantedTerms(phrase), Operator.And)]),
    ...excluded.map((word): [Occur, FullTextQuery] => [Occur.MustNot, matching(wantedTerms([word]))]),
  ]);
}

/** Matches passages with any (or all) of the terms, or of the stop words if there are no terms. */
export function matching({ terms, stopWords }: Terms, operator = Operator.Or): FullTextQuery {
  const [words, column] = terms.length > 0 ? [terms, 'terms'] : [stopWords, 'stop_words'];
  return new MatchQuery(words.join(' '), column, { operator });
}
