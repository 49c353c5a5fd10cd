import { BooleanQuery, MatchQuery, Occur, Operator, type FullTextQuery } from '@lancedb/lancedb';
import type { PassageQuery } from './port.ts';

const COLUMN = 'words';

export function anyWord(words: readonly string[]): FullTextQuery {
  return new MatchQuery(words.join(' '), COLUMN);
}

/** What the index is asked: any of the words, all words of each phrase, none of the excluded ones. */
export function fullTextQuery(words: readonly string[], { phrases = [], excluded = [] }: PassageQuery): FullTextQuery {
  if (phrases.length === 0 && excluded.length === 0) return anyWord(words);
  return new BooleanQuery([
    [Occur.Must, anyWord(words)],
    ...phrases.map((phrase): [Occur, FullTextQuery] => [Occur.Must, new MatchQuery(phrase.join(' '), COLUMN, { operator: Operator.And })]),
    ...excluded.map((word): [Occur, FullTextQuery] => [Occur.MustNot, anyWord([word])]),
  ]);
}
