import assert from 'node:assert/strict';
import { createQueryVectors } from '../../../services/embeddings/query-vectors.ts';
import { readConfig } from '../../../runtime/config.ts';
import { createEmbeddingSource } from '../../../runtime/create-embeddings.ts';

const never = new AbortController().signal;

function open(environment: Record<string, string>, obtainModel = async (): Promise<never> => assert.fail('obtained')) {
  const warned: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warned.push(message) };
  return {
    source: createEmbeddingSource(readConfig(environment), { obtainModel, log, foreground: { quiet: async () => {} } }),
    warned,
  };
}

describe('the source of embeddings', () => {
  it('is absent if QUARRY_EMBEDDINGS_MODEL is off, which requires no server', () => {
    assert.equal(open({ QUARRY_EMBEDDINGS_MODEL: 'off' }).source, undefined);
  });

  it("is the operator's server if a model is configured; nothing is downloaded then", async () => {
    const { source } = open({ QUARRY_EMBEDDINGS_MODEL: 'm', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    assert.equal(source?.queries.model, 'm');
    assert.equal(source.queries.isReady(), true);
    source.begin();
    await source.close();
  });

  it("is this machine's model otherwise: not ready before it is loaded, and queries do not wait for it", async () => {
    const { source, warned } = open({});
    assert.ok(source);
    assert.equal(source.queries.isReady(), false);
    const clock = { now: () => new Date() };
    const queryVectors = createQueryVectors({
      embeddings: source.queries,
      clock,
      warn: (message) => warned.push(message),
    });
    assert.equal(await queryVectors.of('a heron'), undefined);
    assert.deepEqual(warned, []);
    await source.close();
    await assert.rejects(source.passages.embed(['a heron'], never), /stopping/);
  });

  it('fails the passages, with one warning, if the model cannot be obtained', async () => {
    const { source, warned } = open({}, async () => Promise.reject(new Error('no network')));
    assert.ok(source);
    const waiting = source.passages.embed(['a heron'], never);
    source.begin();
    source.begin();
    await assert.rejects(waiting, /no network/);
    await source.close();
    assert.deepEqual(warned, ['ranking by meaning is off until the next start: no network']);
    assert.equal(source.passages.isReady(), false);
  });
});
