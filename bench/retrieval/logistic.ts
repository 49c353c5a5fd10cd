export interface LogisticSample {
  features: Readonly<Record<string, number>>;
  isTrue: boolean;
  /** Weight of the example. */
  weight: number;
}

export interface Logistic {
  constant: number;
  weights: Record<string, number>;
  probability(features: Readonly<Record<string, number>>): number;
}

const ROUNDS = 1_500;
const RATE = 0.05;
const DECAY = [0.9, 0.999] as const;
const REGULAR = 4e-3;
const EPSILON = 1e-8;

/** Logistic regression, by Adam from zero: deterministic. */
export function learnLogistic(samples: readonly LogisticSample[]): Logistic {
  const names = Object.keys(samples[0]?.features ?? {});
  const rows = samples.map(({ features, isTrue, weight }) => ({
    values: [1, ...names.map((name) => features[name] ?? 0)],
    isTrue,
    weight,
  }));
  const all = rows.reduce((sum, { weight }) => sum + weight, 0);
  const learned = names.map(() => 0);
  learned.unshift(0);
  const [first, second] = [learned.map(() => 0), learned.map(() => 0)];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The constant is not regularized.
    const slope = learned.map((weight, place) => (place === 0 ? 0 : -REGULAR * weight));
    for (const { values, isTrue, weight } of rows) {
      const error = ((isTrue ? 1 : 0) - sigmoid(dot(values, learned))) * (weight / all);
      for (const [place, value] of values.entries()) slope[place] = (slope[place] ?? 0) + error * value;
    }
    for (const [place, value] of slope.entries()) {
      first[place] = DECAY[0] * (first[place] ?? 0) + (1 - DECAY[0]) * value;
      second[place] = DECAY[1] * (second[place] ?? 0) + (1 - DECAY[1]) * value ** 2;
      const [mean, square] = [first[place] / (1 - DECAY[0] ** round), second[place] / (1 - DECAY[1] ** round)];
      learned[place] = (learned[place] ?? 0) + (RATE * mean) / (Math.sqrt(square) + EPSILON);
    }
  }
  const rounded = learned.map((weight) => Number(weight.toFixed(2)));
  return {
    constant: rounded[0] ?? 0,
    weights: Object.fromEntries(names.map((name, place) => [name, rounded[place + 1] ?? 0])),
    probability: (features) => sigmoid(dot([1, ...names.map((name) => features[name] ?? 0)], rounded)),
  };
}

const sigmoid = (odds: number) => 1 / (1 + Math.exp(-odds));

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
