import { fieldsOf } from '../../index/fields.ts';
import { bm25 } from '../../index/statistics/bm25.ts';
import { CONTENTS_FACTOR } from '../../index/statistics/by-owner.ts';
import { matchesOf, type Matches } from '../../index/matches.ts';
import { termWeights } from '../../text/terms.ts';

/** A passage with its place, as the index would know it. */
export interface PlacedPassage {
  markdown: string;
  path: readonly string[];
  /** Whether it is a table of contents or an index. */
  isContents: boolean;
  page: { title: string; url: string };
}

/**
 * Passages as the index would rank them for a question, best first. Those without a word of it are left out.
 *
 * @param all the number of passages that these were taken from
 */
export function scorePassages<P extends PlacedPassage>(
  question: string,
  passages: readonly P[],
  all: number,
): Array<{ passage: P; score: number }> {
  const wanted = termWeights(question);
  const matches = passages.map(({ markdown, path, page: { title, url } }) =>
    matchesOf(fieldsOf({ body: markdown, path, title, url, about: '' }).fields, wanted),
  );
  const statistics = statisticsOf(matches, all);
  const scores = matches.map(
    (own, place) => bm25(own, wanted, statistics) * (passages[place]?.isContents ? CONTENTS_FACTOR : 1),
  );
  const best = Math.max(0, ...scores);
  return passages
    .map((passage, place) => ({ passage, score: (scores[place] ?? 0) / best }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
}

function statisticsOf(matches: readonly Matches[], all: number) {
  const passagesWith = new Map<string, number>();
  let terms = 0;
  for (const { count, frequencies } of matches) {
    terms += count;
    for (const term of frequencies.keys()) passagesWith.set(term, (passagesWith.get(term) ?? 0) + 1);
  }
  const passages = Math.max(all, matches.length);
  return { passages, terms: (terms / Math.max(1, matches.length)) * passages, passagesWith };
}
