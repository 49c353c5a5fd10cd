// IEEE 754 half precision: 1 sign bit, 5 exponent bits, 10 fraction bits. A vector takes half the space, and its
// cosines change only in the fourth decimal place.

const bits = new DataView(new ArrayBuffer(4));
let decoded: Float32Array | undefined;

/** Encodes a vector with two bytes per number, little-endian. */
export function toFloat16(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 2);
  for (const [index, value] of vector.entries()) bytes.writeUInt16LE(halfOf(value), index * 2);
  return bytes;
}

/** Decodes the bytes of `toFloat16`. */
export function fromFloat16(bytes: Buffer): Float32Array {
  decoded ??= Float32Array.from({ length: 65_536 }, (_, half) => valueOf(half));
  const vector = new Float32Array(bytes.length / 2);
  for (let index = 0; index < vector.length; index += 1) {
    const half = (bytes[index * 2] ?? 0) | ((bytes[index * 2 + 1] ?? 0) << 8);
    vector[index] = decoded[half] ?? 0;
  }
  return vector;
}

/** Rounds to the nearest half, ties to even. Values beyond the largest half, 65,504, become infinity. */
function halfOf(value: number): number {
  bits.setFloat32(0, value);
  const single = bits.getUint32(0);
  const sign = (single >>> 16) & 0x8000;
  const exponent = ((single >>> 23) & 0xff) - 112;
  const fraction = single & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction !== 0 ? 0x200 : 0);
  if (exponent < -10) return sign;
  // A subnormal half has no implicit leading one, so the fraction includes it.
  const whole = exponent > 0 ? ((exponent << 23) | fraction) >>> 0 : fraction | 0x800000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  // Rounding may carry from the fraction into the exponent, which is the correct result.
  return sign | roundedShift(whole, shift);
}

function roundedShift(whole: number, shift: number): number {
  const kept = Math.floor(whole / 2 ** shift);
  const rest = whole - kept * 2 ** shift;
  const half = 2 ** (shift - 1);
  const isUp = rest > half || (rest === half && kept % 2 === 1);
  return isUp ? kept + 1 : kept;
}

function valueOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
}
