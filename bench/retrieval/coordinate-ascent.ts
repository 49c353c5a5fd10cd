export type Weights<Features> = Readonly<Record<keyof Features, number>>;

interface Ascent<Features> {
  start: Weights<Features>;
  /** Weights that are not changed; at least one, because the others are relative to it. */
  fixed: ReadonlySet<keyof Features>;
  /** Higher is better. */
  quality(weights: Weights<Features>): number;
}

const STEPS = [-0.2, -0.1, -0.05, 0.05, 0.1, 0.2];
const LEAST_GAIN = 1e-5;

/** Weights from 0 up, in steps of 0.05: each is changed in turn until no step improves the result. */
export function coordinateAscent<Features>({ start, fixed, quality }: Ascent<Features>): Weights<Features> {
  let weights = start;
  let reached = quality(weights);
  for (let better = true; better;) {
    better = false;
    for (const name of (Object.keys(weights) as Array<keyof Features>).filter((one) => !fixed.has(one))) {
      for (const step of STEPS) {
        const tried = { ...weights, [name]: Math.max(0, Number((weights[name] + step).toFixed(2))) };
        const value = quality(tried);
        if (value <= reached + LEAST_GAIN) continue;
        [weights, reached, better] = [tried, value, true];
      }
    }
  }
  return weights;
}
