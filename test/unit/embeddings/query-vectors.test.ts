import assert from 'node:assert/strict';
import { createOpenAiEmbeddings } from '../../../services/embeddings/openai.ts';
import { TextsRefusedError } from '../../../services/embeddings/port.ts';
import { createQueryVectors, type QueryVectors } from '../../../services/embeddings/query-vectors.ts';
import { startModelServer, type ModelServer } from '../../support/model-server.ts';

const never = new AbortController().signal;

describe('an embedding server', () => {
  let server: ModelServer;
  const open = () => createOpenAiEmbeddings({ baseUrl: server.baseUrl, apiKey: undefined, model: 'm' });
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.close());

  it('returns a vector of length 1 for each text, in order', async () => {
    server.embed((texts) => texts.map((text) => [text.length, 0]));
    const vectors = await open().embed(['a', 'bcd'], never);
    assert.deepEqual(
      vectors.map((vector) => [...vector]),
      [
        [1, 0],
        [1, 0],
      ],
    );
    server.embed((texts) => texts.map((text) => [3 * text.length, 4]));
    const [first, second] = await open().embed(['a', 'bb'], never);
    assert.deepEqual(
      [first, second].map((vector) => vector?.[0]?.toFixed(3)),
      ['0.600', '0.832'],
    );
  });

  const faults: Array<[what: string, given: number[][]]> = [
    ['one vector too few', [[1]]],
    ['vectors of two dimensions', [[1], [1, 2]]],
    ['empty vectors', [[], []]],
    ['what is no number', [['x'], ['y']] as unknown as number[][]],
  ];
  for (const [what, given] of faults) {
    it(`that returns ${what} has failed`, async () => {
      server.embed(() => given);
      await assert.rejects(open().embed(['a', 'b'], never), (error: Error) => !(error instanceof TextsRefusedError));
    });
  }

  it('that rejects the texts has a distinct error', async () => {
    server.embed(() => ({ status: 400 }));
    await assert.rejects(open().embed(['a'], never), TextsRefusedError);
  });

  it('is abandoned with its caller: the signal stays the reason', async () => {
    server.embed(() => 'silence');
    const caller = new AbortController();
    const asked = open().embed(['a'], caller.signal);
    caller.abort(new Error('the caller left'));
    await assert.rejects(asked, /the caller left/);
  });
});

describe('the vector of a query', () => {
  let server: ModelServer;
  let vectors: QueryVectors;
  let nowMs: number;
  let warnings: string[];

  beforeEach(async () => {
    server = await startModelServer();
    nowMs = 0;
    warnings = [];
    const embeddings = createOpenAiEmbeddings({ baseUrl: server.baseUrl, apiKey: undefined, model: 'm' });
    vectors = createQueryVectors({
      embeddings,
      clock: { now: () => new Date(nowMs) },
      warn: (message) => warnings.push(message),
    });
  });
  afterEach(() => server.close());

  it('is requested once', async () => {
    server.embed(() => [[1, 0]]);
    const both = await Promise.all([vectors.of('heron'), vectors.of('heron')]);
    assert.deepEqual(
      [...both, await vectors.of('heron')].map((vector) => vector?.[0]),
      [1, 1, 1],
    );
    assert.deepEqual(server.embedded, [['heron']]);
  });

  it('is not requested in a language that the model does not read', async () => {
    const embeddings = {
      model: 'm',
      textsAtOnce: 1,
      isReady: () => true,
      reads: (text: string) => text === 'heron',
      embed: async () => [Float32Array.of(1)],
    };
    const own = createQueryVectors({ embeddings, clock: { now: () => new Date(0) }, warn: assert.fail });
    assert.ok(await own.of('heron'));
    assert.equal(await own.of('サギ'), undefined);
  });

  it('is requested again if the server returns another dimension', async () => {
    server.embed(() => [[1, 0]]);
    assert.equal((await vectors.of('heron'))?.length, 2);
    server.embed(() => [[1, 0, 0]]);
    assert.equal((await vectors.of('bittern'))?.length, 3);
    assert.equal((await vectors.of('heron'))?.length, 3);
  });

  it('is undefined if the server is silent, fails or is gone, with one warning for all', async () => {
    server.embed(() => 'silence');
    assert.equal(await vectors.of('heron'), undefined);
    server.embed(() => ({ status: 500 }));
    assert.equal(await vectors.of('heron'), undefined);
    await server.close();
    assert.equal(await vectors.of('heron'), undefined);
    assert.equal(warnings.length, 1);
    server = await startModelServer();
  });

  it('is not requested from a server that failed three times in a row, until it has rested', async () => {
    server.embed(() => ({ status: 500 }));
    for (const query of ['a', 'b', 'c', 'd', 'e']) await vectors.of(query);
    assert.equal(server.embedded.length, 3);
    server.embed(() => [[1, 0]]);
    nowMs = 31_000;
    assert.ok(await vectors.of('e'));
    assert.ok(await vectors.of('f'));
  });
});
