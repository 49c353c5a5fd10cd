// IEEE 754 half precision, by its bits: a sign, 5 of exponent, 10 of fraction. A vector takes half the room, and its
// cosines differ in the fourth place.

const bits = new DataView(new ArrayBuffer(4));
let decoded: Float32Array | undefined;

/** Two bytes a number, little-endian. */
export function toFloat16(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 2);
  for (const [index, value] of vector.entries()) bytes.writeUInt16LE(halfOf(value), index * 2);
  return bytes;
}

export function fromFloat16(bytes: Buffer): Float32Array {
  decoded ??= Float32Array.from({ length: 65_536 }, (_, half) => valueOf(half));
  const vector = new Float32Array(bytes.length / 2);
  for (let index = 0; index < vector.length; index += 1) vector[index] = decoded[bytes.readUInt16LE(index * 2)] ?? 0;
  return vector;
}

/** The nearest half, of two equally near the even one; infinity beyond the largest, 65,504. */
function halfOf(value: number): number {
  bits.setFloat32(0, value);
  const single = bits.getUint32(0);
  const sign = (single >>> 16) & 0x8000;
  const exponent = ((single >>> 23) & 0xff) - 112;
  const fraction = single & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && fraction !== 0 ? 0x200 : 0);
  if (exponent < -10) return sign;
  // Below the smallest normal number the leading one is written out.
  const whole = exponent > 0 ? ((exponent << 23) | fraction) >>> 0 : fraction | 0x800000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  // A carry of the fraction raises the exponent, as it should.
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
