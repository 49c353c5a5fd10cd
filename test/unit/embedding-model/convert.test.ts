import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { convertMiniLm } from '../../../services/embedding-model/convert/convert.ts';
import { quantizeAsUnsigned, quantizeRowsAsColumns } from '../../../services/embedding-model/convert/quantize.ts';
import { readSafetensors } from '../../../services/embedding-model/convert/safetensors.ts';
import { seeded } from '../../support/random.ts';

const tensor = (shape: number[], values: number[]) => ({ shape, values: Float32Array.from(values) });

describe('quantized weights', () => {
  it('have a scale for each row, and are transposed', () => {
    const { values, scales } = quantizeRowsAsColumns(tensor([2, 3], [1, -2, 0.5, 0, 0, 0]));
    assert.deepEqual([...scales], [Math.fround(4 / 254), 1]);
    assert.deepEqual([...values], [64, 0, -127, 0, 32, 0]);
  });

  it('round halves to the even neighbour', () => {
    const { values } = quantizeRowsAsColumns(tensor([1, 5], [127, 0.5, 1.5, 2.5, -2.5]));
    assert.deepEqual([...values], [127, 0, 2, 2, -2]);
  });

  it('of a table have one scale and one zero point, within the range of a byte', () => {
    const { values, scale, zeroPoint } = quantizeAsUnsigned(tensor([2, 2], [-1, 0, 1, 3]));
    assert.equal(scale, Math.fround(4 / 255));
    assert.equal(zeroPoint, 64);
    assert.deepEqual([...values], [0, 64, 128, 255]);
    assert.deepEqual(quantizeAsUnsigned(tensor([1, 2], [2, 4])).zeroPoint, 0);
  });
});

describe('converted weights', function () {
  this.timeout(60_000);
  const weights = syntheticWeights();

  it('are the same bytes each time', () => {
    const digest = createHash('sha256').update(convertMiniLm(weights)).digest('hex');
    assert.equal(digest, '4ff1bbc7d8b0df496cba6b7237c51817575f21da62a11dbf52a5e0b2c985a75e');
  });

  it('are refused if the file is truncated, or belongs to another model', () => {
    assert.throws(() => convertMiniLm(weights.subarray(0, -4)), /the tensor .* is not \d+ complete numbers/);
    assert.throws(() => convertMiniLm(weights.subarray(0, 100)), /the safetensors file is not complete/);
    assert.throws(() => convertMiniLm(Buffer.alloc(3)), /the safetensors file is not complete/);
    assert.throws(
      () => convertMiniLm(safetensors([['other', [1]]])),
      /has no tensor embeddings\.word_embeddings\.weight/,
    );
  });

  it('are read by their names, wherever they are in the file', () => {
    const read = readSafetensors(
      safetensors([
        ['odd', [1]],
        ['even', [2, 2]],
      ]),
    );
    assert.deepEqual(read('even').shape, [2, 2]);
    assert.equal(read('even').values.length, 4);
  });
});

/** Weights of the model's form with a small vocabulary, the same each time. */
function syntheticWeights(): Buffer {
  const [wide, narrow] = [64, 384];
  const linear = (name: string, outputs: number, inputs: number): Array<[string, number[]]> => [
    [`${name}.weight`, [outputs, inputs]],
    [`${name}.bias`, [outputs]],
  ];
  const norm = (name: string): Array<[string, number[]]> => [
    [`${name}.weight`, [narrow]],
    [`${name}.bias`, [narrow]],
  ];
  const layers = Array.from({ length: 6 }, (_, layer) => `encoder.layer.${layer}`).flatMap((layer) => [
    ...['query', 'key', 'value'].flatMap((part) => linear(`${layer}.attention.self.${part}`, narrow, narrow)),
    ...linear(`${layer}.attention.output.dense`, narrow, narrow),
    ...norm(`${layer}.attention.output.LayerNorm`),
    ...linear(`${layer}.intermediate.dense`, wide, narrow),
    ...linear(`${layer}.output.dense`, narrow, wide),
    ...norm(`${layer}.output.LayerNorm`),
  ]);
  return safetensors([
    ['embeddings.word_embeddings.weight', [50, narrow]],
    ['embeddings.token_type_embeddings.weight', [2, narrow]],
    ['embeddings.position_embeddings.weight', [16, narrow]],
    ...norm('embeddings.LayerNorm'),
    ...layers,
  ]);
}

function safetensors(tensors: ReadonlyArray<[name: string, shape: number[]]>): Buffer {
  const random = seeded(1);
  let at = 0;
  const entries = tensors.map(([name, shape]) => {
    const from = at;
    at += 4 * shape.reduce((product, size) => product * size, 1);
    return [name, { dtype: 'F32', shape, data_offsets: [from, at] }] as const;
  });
  const header = Buffer.from(JSON.stringify({ __metadata__: {}, ...Object.fromEntries(entries) }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const data = Float32Array.from({ length: at / 4 }, () => random() - 0.5);
  return Buffer.concat([length, header, Buffer.from(data.buffer)]);
}
