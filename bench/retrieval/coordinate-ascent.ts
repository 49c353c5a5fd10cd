export type Weights<Features> = Readonly<Record<keyof Features, number>>;

interface Ascent<Features> {
  start: Weights<Features>;
  /** Weights that stay as they are; one at least, as the others are in proportion to it. */
  fixed: ReadonlySet<keyof Features>;
  /** The higher, the better. */
  quality(weights: Weights<Features>): number;
}

const STEPS = [-0.2, -0.1, -0.05, 0.05, 0.1, 0.2];
const LEAST_GAIN = 1e-5;

/** Weights from 0 up, in steps of 0.05: one after the other is changed until no step helps. */
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
