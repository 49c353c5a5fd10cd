import assert from 'node:assert/strict';
import { createModel } from '../../../services/model/model.ts';
import type { ModelLimits, ModelUsage } from '../../../services/model/port.ts';
import { eventually } from '../../support/eventually.ts';
import { says, startModelServer, type ModelServer, type Reply } from '../../support/model-server.ts';

const CALL = { system: 'Be brief.', user: 'Why?', maxTokens: 50 };
const TRIED_AT_ONCE = { firstDelayMs: 1, longestDelayMs: 20 };

describe('a language model', () => {
  let server: ModelServer;
  let nowMs = 0;

  beforeEach(async () => (server = await startModelServer()));
  afterEach(() => server.close());

  const connect = (limits: Partial<ModelLimits> = {}) =>
    createModel({
      baseUrl: server.baseUrl,
      apiKey: 'secret',
      model: 'small',
      clock: { now: () => new Date(nowMs) },
      limits: { ...TRIED_AT_ONCE, ...limits },
    });
  const replies = (...script: Reply[]) =>
    server.script((_request, index) => script[Math.min(index, script.length - 1)] ?? { type: 'error', status: 500 });

  async function write(
    model = connect(),
    signal = new AbortController().signal,
  ): Promise<{ pieces: string[]; usage: ModelUsage | undefined }> {
    const writing = model.write(CALL, signal);
    const pieces: string[] = [];
    for (let next = await writing.next(); ; next = await writing.next()) {
      if (next.done) return { pieces, usage: next.value };
      pieces.push(next.value);
    }
  }

  it('streams its output and reports its usage', async () => {
    server.script(says('Because ', 'so.'));
    assert.deepEqual(await write(), { pieces: ['Because ', 'so.'], usage: { promptTokens: 11, completionTokens: 7 } });
    const [request] = server.requests;
    assert.equal(request?.headers.authorization, 'Bearer secret');
    assert.deepEqual(
      [request?.body.model, request?.body.max_tokens, request?.body.messages],
      [
        'small',
        50,
        [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Why?' },
        ],
      ],
    );
  });

  it('is called without the JSON mode and with a short output if its server refuses the call', async () => {
    server.script(({ body }) =>
      body.response_format || (body.max_tokens ?? 0) > 2_048
        ? { type: 'error', status: 400 }
        : { type: 'text', pieces: ['{}'] },
    );
    const model = connect();
    const call = { ...CALL, maxTokens: 8_192, json: true };
    for (let n = 0; n < 2; n += 1)
      for await (const piece of model.write(call, new AbortController().signal)) assert.equal(piece, '{}');
    assert.deepEqual(
      server.requests.map(({ body }) => [body.response_format?.type, body.max_tokens]),
      [
        ['json_object', 8_192],
        ['json_object', 2_048],
        [undefined, 8_192],
        [undefined, 2_048],
        [undefined, 8_192],
        [undefined, 2_048],
      ],
    );
  });

  it('joins characters whose bytes were split', async () => {
    server.script(() => ({ type: 'bytewise', text: 'Grüße 🪨' }));
    assert.deepEqual((await write()).pieces, ['Grüße 🪨']);
  });

  const passing: Array<[string, Reply]> = [
    ['is overloaded', { type: 'error', status: 429, headers: { 'retry-after': '0' } }],
    ['fails', { type: 'error', status: 500 }],
    ['breaks off before its first word', { type: 'dies', pieces: [] }],
    ['ends before its first word', { type: 'ends early', pieces: [] }],
  ];
  for (const [what, reply] of passing) {
    it(`is called again if it ${what}`, async () => {
      replies(reply, { type: 'text', pieces: ['Yes.'] });
      assert.deepEqual((await write()).pieces, ['Yes.']);
      assert.equal(server.requests.length, 2);
    });
  }

  it('is called three times at most', async () => {
    replies({ type: 'error', status: 503 });
    await assert.rejects(write(), { code: 'UNAVAILABLE' });
    assert.equal(server.requests.length, 3);
  });

  it('is not waited for if it requests a long delay, which the caller learns', async () => {
    replies({ type: 'error', status: 429, headers: { 'retry-after': '60' } });
    await assert.rejects(write(), { code: 'UNAVAILABLE', retryAfterSeconds: 60 });
    assert.equal(server.requests.length, 1);
  });

  it('is not called again if it rejects the request or the key', async () => {
    for (const status of [400, 401, 404]) {
      replies({ type: 'error', status });
      const before = server.requests.length;
      await assert.rejects(write(), { code: 'UNAVAILABLE' });
      assert.equal(server.requests.length, before + 1);
    }
  });

  for (const type of ['dies', 'ends early'] as const) {
    it(`fails, and is not called again, if it ${type} in the middle of its text`, async () => {
      replies({ type, pieces: ['Half a '] });
      await assert.rejects(write(), { code: 'UNAVAILABLE' });
      assert.equal(server.requests.length, 1);
    });
  }

  it('fails if it falls silent', async () => {
    replies({ type: 'hangs', pieces: ['Half a '] });
    await assert.rejects(write(connect({ silenceMs: 30 })), { code: 'UNAVAILABLE' });
  });

  it('rests after many consecutive failures, then is tried once', async () => {
    const model = connect({ tries: 1, failuresInRow: 2, restMs: 30_000 });
    replies({ type: 'error', status: 500 });
    for (let call = 0; call < 2; call += 1) await assert.rejects(write(model), { code: 'UNAVAILABLE' });
    await assert.rejects(write(model), { code: 'UNAVAILABLE', retryAfterSeconds: 30 });
    assert.equal(server.requests.length, 2);
    nowMs += 30_000;
    server.script(says('Back.'));
    assert.deepEqual((await write(model)).pieces, ['Back.']);
    assert.deepEqual((await write(model)).pieces, ['Back.']);
  });

  it('rests after silent attempts too, even if the last caller has left', async () => {
    const model = connect({ silenceMs: 200, tries: 9, failuresInRow: 2, restMs: 30_000 });
    replies({ type: 'hangs', pieces: [] });
    const leaving = new AbortController();
    const waiting = write(model, leaving.signal);
    await eventually(
      10_000,
      async () => server.requests.length,
      (asked) => asked === 3,
    );
    leaving.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    await assert.rejects(write(model), { code: 'UNAVAILABLE', retryAfterSeconds: 30 });
  });

  it('stops with the reason of the signal, during its output and between attempts', async () => {
    for (const reply of [
      { type: 'hangs', pieces: [] },
      { type: 'error', status: 429, headers: { 'retry-after': '30' } },
    ] satisfies Reply[]) {
      const leaving = new AbortController();
      const reason = new Error('left');
      server.script(() => {
        setImmediate(() => leaving.abort(reason));
        return reply;
      });
      await assert.rejects(write(connect({ longestDelayMs: 60_000 }), leaving.signal), reason);
    }
    await server.requests[0]?.closed;
  });

  it('is cut off if it ignores its limits', async () => {
    replies({ type: 'hangs', pieces: Array.from({ length: 100 }, () => 'word '.repeat(100)) });
    const { pieces } = await write();
    assert.equal(pieces.join('').length, 1_000);
    await server.requests[0]?.closed;
  });

  it('ends its request if the reader stops', async () => {
    replies({ type: 'hangs', pieces: ['One.'] });
    for await (const _piece of connect().write(CALL, new AbortController().signal)) break;
    await server.requests[0]?.closed;
  });
});
