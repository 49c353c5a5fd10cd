/** What is expected of a line before any point is known, and how much that counts. */
export interface ExpectedLine {
  slope: number;
  /** As much as points whose squared distances from their mean, along x, add up to this. */
  weight: number;
  /** Squared distance of points from the line, along y. */
  spread: number;
}

export interface FittedLine {
  at(x: number): number;
  /** The mean squared distance of the points from the line, along y. */
  spread: number;
}

const SPREAD_POINTS = 10;

/** The line through points by least squares, drawn towards the expected one where they are few. @param points at least one */
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
