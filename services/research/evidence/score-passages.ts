import { fieldsOf, FIELDS, type FieldTerms } from '../../index/fields.ts';
import { bm25 } from '../../index/statistics/bm25.ts';
import { CONTENTS_FACTOR } from '../../index/statistics/by-owner.ts';
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
  const fields = passages.map(
    ({ markdown, path, page: { title, url } }) => fieldsOf({ body: markdown, path, title, url, about: '' }).fields,
  );
  const statistics = statisticsOf(fields, wanted, all);
  const scores = fields.map(
    (own, place) => bm25(own, wanted, statistics) * (passages[place]?.isContents ? CONTENTS_FACTOR : 1),
  );
  const best = Math.max(0, ...scores);
  return passages
    .map((passage, place) => ({ passage, score: (scores[place] ?? 0) / best }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
}

function statisticsOf(fields: readonly FieldTerms[], wanted: ReadonlyMap<string, number>, all: number) {
  const passagesWith = new Map<string, number>();
  let terms = 0;
  for (const own of fields) {
    const held = new Set<string>();
    for (const field of FIELDS) {
      terms += own[field].length;
      for (const term of own[field]) if (wanted.has(term)) held.add(term);
    }
    for (const term of held) passagesWith.set(term, (passagesWith.get(term) ?? 0) + 1);
  }
  const passages = Math.max(all, fields.length);
  return { passages, terms: (terms / Math.max(1, fields.length)) * passages, passagesWith };
}
