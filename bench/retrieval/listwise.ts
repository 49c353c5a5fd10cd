import type { Weights } from './coordinate-ascent.ts';

export interface ListwiseSample<Features> {
  features: Features;
  isGold: boolean;
}

const ROUNDS = 400;
const RATE = 0.05;
const DECAY = [0.9, 0.999] as const;
const REGULAR = 2e-4;
const EPSILON = 1e-8;

/**
 * Listwise logistic regression: weights under which the relevant items of each list have the largest share of its
 * softmax. Lists without a relevant item have no effect. Deterministic.
 *
 * @param negative features with a weight of at most 0, all others then have one of at least 0; absent: any weights
 */
export function learnListwise<Features extends object>(
  lists: ReadonlyArray<ReadonlyArray<ListwiseSample<Features>>>,
  names: ReadonlyArray<keyof Features>,
  negative?: ReadonlySet<keyof Features>,
): Weights<Features> {
  const rows = lists
    .filter((list) => list.some(({ isGold }) => isGold))
    .map((list) =>
      list.map(({ features, isGold }) => ({ values: names.map((name) => Number(features[name])), isGold })),
    );
  const weights = names.map(() => 0);
  const [first, second] = [names.map(() => 0), names.map(() => 0)];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = gradient(rows, weights);
    for (const [index, value] of slope.entries()) {
      first[index] = DECAY[0] * (first[index] ?? 0) + (1 - DECAY[0]) * value;
      second[index] = DECAY[1] * (second[index] ?? 0) + (1 - DECAY[1]) * value ** 2;
      const [mean, square] = [first[index] / (1 - DECAY[0] ** round), second[index] / (1 - DECAY[1] ** round)];
      const weight = (weights[index] ?? 0) + (RATE * mean) / (Math.sqrt(square) + EPSILON);
      const name = names[index];
      if (!negative || name === undefined) weights[index] = weight;
      else weights[index] = negative.has(name) ? Math.min(0, weight) : Math.max(0, weight);
    }
  }
  return Object.fromEntries(
    names.map((name, index) => [name, Number((weights[index] ?? 0).toFixed(1))]),
  ) as Weights<Features>;
}

type Row = Array<{ values: number[]; isGold: boolean }>;

/** Gradient of the mean log-likelihood of drawing a relevant item. */
function gradient(rows: readonly Row[], weights: readonly number[]): number[] {
  const slope = weights.map((weight) => -REGULAR * weight);
  for (const row of rows) {
    const scores = row.map(({ values }) =>
      values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0),
    );
    const most = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - most));
    const all = sum(odds);
    const good = sum(odds.filter((_, index) => row[index]?.isGold));
    for (const [place, { values, isGold }] of row.entries()) {
      const share = (odds[place] ?? 0) * ((isGold ? 1 / good : 0) - 1 / all);
      for (const [index, value] of values.entries()) slope[index] = (slope[index] ?? 0) + (share * value) / rows.length;
    }
  }
  return slope;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
