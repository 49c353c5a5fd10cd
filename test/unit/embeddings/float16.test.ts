import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromFloat16, toFloat16 } from '../../../services/embeddings/float16.ts';

const there = (value: number) => fromFloat16(toFloat16(Float32Array.of(value)))[0];

describe('half-precision numbers', () => {
  it('have the right size, and survive a round trip', () => {
    for (let half = 0; half < 65_536; half += 1) {
      const bytes = Buffer.alloc(2);
      bytes.writeUInt16LE(half);
      const [value = Number.NaN] = fromFloat16(bytes);
      if (!Number.isNaN(value))
        assert.equal(toFloat16(Float32Array.of(value)).readUInt16LE(), half, `0x${half.toString(16)}`);
    }
  });

  it('are the nearest to the original', () => {
    fc.assert(
      fc.property(fc.float({ min: -1, max: 1, noNaN: true }), (value) => {
        const error = Math.abs((there(value) ?? Number.NaN) - value);
        assert.ok(error <= Math.max(Math.abs(value) / 2_048, 2 ** -25), `${value}: ${error}`);
      }),
    );
  });

  // Of two equally near the one with an even fraction.
  for (const [value, half] of [
    [1, 0x3c00],
    [-2, 0xc000],
    [65_504, 0x7bff],
    [65_520, 0x7c00],
    [1 + 1 / 2_048, 0x3c00],
    [1 + 3 / 2_048, 0x3c02],
    [2 ** -24, 1],
    [2 ** -25, 0],
    [2 ** -14 * (2_047 / 2_048), 0x400],
    [0.1, 0x2e66],
    [Infinity, 0x7c00],
  ] as const) {
    it(`hold ${value} as 0x${half.toString(16)}`, () =>
      assert.equal(toFloat16(Float32Array.of(value)).readUInt16LE(), half));
  }
});
