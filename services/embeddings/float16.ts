// IEEE 754 half precision. A vector takes half the space, and its cosines change only in the fourth decimal place.

/** Encodes a vector with two bytes per number, little-endian: LanceDB supports no other processors. */
export function toFloat16(vector: Float32Array): Buffer {
  return Buffer.from(new Float16Array(vector).buffer);
}

/** Decodes the bytes of `toFloat16`. */
export function fromFloat16(bytes: Buffer): Float32Array {
  // A copy: a typed array must start at an even offset, which a row of the driver does not.
  return new Float32Array(new Float16Array(Uint8Array.from(bytes).buffer));
}
