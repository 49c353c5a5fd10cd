import { stemFinder, wordsOf } from '../../text/words.ts';

/** A passage and the wanted stems in it. */
export interface StemmedPassage {
  text: string;
  held: ReadonlySet<string>;
}

/** One pass over many passages for the stems of all questions, so that each question is compared with few of them. */
export function stemPassages(passages: readonly string[], wanted: Iterable<string>): StemmedPassage[] {
  const stemIn = stemFinder(wanted);
  return passages.map((text) => ({ text, held: new Set(wordsOf(text).flatMap((word) => stemIn(word) ?? [])) }));
}

/**
 * The passages with most of the stems, rare stems weighing more; at most `most`, in their own order. A cheap prefilter:
 * a passage that it drops has less of the question than `most` others.
 */
export function passagesHolding<P extends StemmedPassage>(
  stems: readonly string[],
  passages: readonly P[],
  most: number,
): P[] {
  const weightOf = new Map(
    stems.map((stem) => [stem, Math.log(1 + passages.length / (1 + countHolding(stem, passages)))]),
  );
  const scored = passages
    .map((passage) => ({ passage, score: weigh(passage, weightOf) }))
    .filter(({ score }) => score > 0);
  const kept = new Set(
    scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ passage }) => passage),
  );
  return passages.filter((passage) => kept.has(passage));
}

function countHolding(stem: string, passages: readonly StemmedPassage[]): number {
  return passages.reduce((count, { held }) => count + Number(held.has(stem)), 0);
}

function weigh({ held }: StemmedPassage, weightOf: ReadonlyMap<string, number>): number {
  return [...held].reduce((sum, stem) => sum + (weightOf.get(stem) ?? 0), 0);
}
