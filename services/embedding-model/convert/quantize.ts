import type { FloatTensor } from './safetensors.ts';

// Rounds like onnxruntime's `quantize_dynamic`: scales in double precision, stored in single precision; quotients in
// single precision; halves to the even neighbour. Any other rounding changes the pinned hash of the file.

const SIGNED_MOST = 127;
const UNSIGNED_MOST = 255;
const SMALLEST_NORMAL = 2 ** -126;

/** A matrix of signed bytes: its columns are the given rows, each with a scale. */
export interface SignedColumns {
  values: Int8Array;
  /** One for each column. */
  scales: Float32Array;
}

/** Quantizes each row symmetrically, and transposes the matrix. */
export function quantizeRowsAsColumns({ shape: [rows = 0, columns = 0], values }: FloatTensor): SignedColumns {
  const scales = new Float32Array(rows);
  const quantized = new Int8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const line = values.subarray(row * columns, (row + 1) * columns);
    const scale = step(2 * line.reduce((most, value) => Math.max(most, Math.abs(value)), 0), 2 * SIGNED_MOST);
    scales[row] = scale;
    for (let column = 0; column < columns; column += 1) {
      const nearest = roundHalfToEven(Math.fround((line[column] ?? 0) / scale));
      quantized[column * rows + row] = within(nearest, -SIGNED_MOST - 1, SIGNED_MOST);
    }
  }
  return { values: quantized, scales };
}

/** Unsigned bytes, with one scale and one zero point for all. */
export interface UnsignedBytes {
  values: Uint8Array;
  scale: number;
  zeroPoint: number;
}

export function quantizeAsUnsigned({ values }: FloatTensor): UnsignedBytes {
  let least = 0;
  let most = 0;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const exactScale = (most - least) / UNSIGNED_MOST;
  const scale = step(most - least, UNSIGNED_MOST);
  const zeroPoint = exactScale < SMALLEST_NORMAL ? 0 : roundHalfToEven(0 - least / exactScale);
  const quantized = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const nearest = roundHalfToEven(Math.fround((values[index] ?? 0) / scale));
    quantized[index] = within(nearest + zeroPoint, 0, UNSIGNED_MOST);
  }
  return { values: quantized, scale, zeroPoint };
}

function step(range: number, steps: number): number {
  const scale = range / steps;
  return scale < SMALLEST_NORMAL ? 1 : Math.fround(scale);
}

function roundHalfToEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
