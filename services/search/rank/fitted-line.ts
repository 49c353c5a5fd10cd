/** The prior of a fitted line, and its weight against the points. */
export interface ExpectedLine {
  slope: number;
  /** Weight of `slope`: the sum of squared x-distances from the mean at which the points weigh as much. */
  weight: number;
  /** Mean squared distance of points from the line, along y. */
  spread: number;
}

export interface FittedLine {
  at(x: number): number;
  /** The mean squared distance of the points from the line, along y. */
  spread: number;
}

// The expected spread weighs as much as this number of points.
const SPREAD_POINTS = 10;

/**
 * Fits a line by least squares. The less the points vary along x, the closer the slope stays to the expected one. The
 * slope is never negative.
 *
 * @param points at least one
 */
export function fittedLine(points: ReadonlyArray<readonly [x: number, y: number]>, expected: ExpectedLine): FittedLine {
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const together = sum(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  const alongX = sum(points.map(([x]) => (x - meanX) ** 2));
  const slope = Math.max(0, (together + expected.weight * expected.slope) / (alongX + expected.weight));
  const at = (x: number) => meanY + slope * (x - meanX);
  const apart = sum(points.map(([x, y]) => (y - at(x)) ** 2));
  return { at, spread: (apart + SPREAD_POINTS * expected.spread) / (points.length + SPREAD_POINTS) };
}

function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
