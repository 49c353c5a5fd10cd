import assert from 'node:assert/strict';
import { createForeground } from '../../../services/concurrency/foreground.ts';
import { LOCAL_MODEL } from '../../../services/embeddings/local-embeddings.ts';
import { createNearness } from '../../../services/embeddings/nearness.ts';
import type { Embeddings } from '../../../services/embeddings/port.ts';

const VECTORS: Record<string, Float32Array> = {
  pond: Float32Array.of(1, 0),
  lake: Float32Array.of(0.8, 0.6),
  opposite: Float32Array.of(-1, 0),
};

const NO_VECTOR = async () => undefined;

function nearnessBy(members: Partial<Embeddings> = {}, ofQuery = async () => VECTORS.pond) {
  const embeddings: Embeddings = {
    model: LOCAL_MODEL,
    textsAtOnce: 1,
    isReady: () => true,
    reads: () => true,
    embed: async (texts) => texts.map((text) => VECTORS[text] ?? Float32Array.of(0, 1)),
    ...members,
  };
  return createNearness({ embeddings, queryVectors: { of: ofQuery }, foreground: createForeground() });
}

describe('the similarity of texts to a query', () => {
  it('is a cosine of at least 0 for each text, in their order', async () => {
    const cosines = await nearnessBy().of('pond', ['lake', 'opposite', 'pond']);
    assert.deepEqual(
      cosines?.map((cosine) => cosine.toFixed(2)),
      ['0.80', '0.00', '1.00'],
    );
  });

  it('is a list of cosines for each of several queries, and each text is embedded once', async () => {
    const sent: string[] = [];
    const embed = async (texts: readonly string[]) => {
      sent.push(...texts);
      return texts.map((text) => VECTORS[text] ?? Float32Array.of(0, 1));
    };
    const cosines = await nearnessBy({ embed }).ofEach(['pond', 'lake'], ['lake', 'opposite']);
    assert.deepEqual(
      cosines?.map((of) => of.map((cosine) => cosine.toFixed(2))),
      [
        ['0.80', '0.00'],
        ['1.00', '0.00'],
      ],
    );
    assert.deepEqual(sent, ['pond', 'lake', 'opposite']);
  });

  it('takes what an earlier question compared from memory', async () => {
    const sent: string[] = [];
    const embed = async (texts: readonly string[]) => {
      sent.push(...texts);
      return texts.map((text) => VECTORS[text] ?? Float32Array.of(0, 1));
    };
    const nearness = nearnessBy({ embed });
    const first = await nearness.of('pond', ['lake']);
    assert.deepEqual(await nearness.of('pond', ['lake']), first);
    assert.deepEqual(sent, ['lake']);
  });

  it('is undefined while the model is not ready, and no text is sent to it', async () => {
    const nearness = nearnessBy({ isReady: () => false, embed: () => assert.fail('a text was sent') });
    assert.equal(await nearness.of('pond', ['lake']), undefined);
  });

  it('is undefined in a language that the model does not support, and no text is sent to it', async () => {
    const nearness = nearnessBy({ reads: (text) => text !== '池', embed: () => assert.fail('a text was sent') });
    assert.equal(await nearness.of('池', ['lake']), undefined);
  });

  it('is undefined if the model fails on the texts or returns no vector of the query', async () => {
    const failing = nearnessBy({ embed: () => Promise.reject(new Error('away')) });
    assert.equal(await failing.of('pond', ['lake']), undefined);
    assert.equal(await failing.ofEach(['pond'], ['lake']), undefined);
    assert.equal(await nearnessBy({}, NO_VECTOR).of('pond', ['lake']), undefined);
  });

  it('states whether its cosines are those of the built-in model', () => {
    assert.equal(nearnessBy().isOfBuiltIn, true);
    assert.equal(nearnessBy({ model: 'another' }).isOfBuiltIn, false);
  });
});
