import { alike } from '../answer-units/sayable.ts';
import type { UnitSource } from '../answer-units/units/unit.ts';
import type { RankedExcerpt } from './rank-excerpts.ts';

const MOST_WORDS = 160;
// A further excerpt that is worse than the first one seldom adds anything.
const MOST_WORSE = 0.8;
const LEAST_OF_FURTHER = 0.6;
const MOST_ALIKE = 0.6;
// A shorter text explains little: what follows it is said too.
const FEWEST_WORDS = 25;
const MOST_WORDS_OF_NEXT = 100;

/**
 * The excerpt that answers best and others that add to it, in the order of the document if they are of one place. None
 * if the best is unlikely to answer.
 *
 * @param least the probability that an excerpt needs
 * @param most the number of excerpts
 */
export function chooseExcerpts<S extends UnitSource>(
  ranked: readonly RankedExcerpt<S>[],
  { least, most }: { least: number; most: number },
): RankedExcerpt<S>[] {
  const [first, ...rest] = ranked.filter(({ probability }) => probability >= least);
  if (!first) return [];
  const chosen = [first];
  let words = first.excerpt.words;
  for (const one of rest) {
    if (chosen.length >= most || one.score < first.score - MOST_WORSE) break;
    if (one.probability < LEAST_OF_FURTHER) continue;
    if (words + one.excerpt.words > MOST_WORDS || chosen.some((other) => alike(one, other) >= MOST_ALIKE)) continue;
    chosen.push(one);
    words += one.excerpt.words;
  }
  const next = words < FEWEST_WORDS ? nextTo(first, ranked) : undefined;
  return (next && !chosen.includes(next) ? [...chosen, next] : chosen).toSorted(inDocument);
}

/** What follows an excerpt in its passage. */
function nextTo<S extends UnitSource>(
  { place, excerpt }: RankedExcerpt<S>,
  ranked: readonly RankedExcerpt<S>[],
): RankedExcerpt<S> | undefined {
  const next = ranked.find((one) => one.place === place && one.excerpt.block === excerpt.block + 1);
  return next && next.excerpt.words <= MOST_WORDS_OF_NEXT ? next : undefined;
}

/** Excerpts of one passage follow each other as they stand there; others keep their rank. */
function inDocument<S extends UnitSource>(one: RankedExcerpt<S>, other: RankedExcerpt<S>): number {
  return one.place === other.place ? one.excerpt.block - other.excerpt.block : 0;
}
