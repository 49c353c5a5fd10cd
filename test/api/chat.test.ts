import assert from 'node:assert/strict';
import OpenAI, { APIError } from 'openai';
import { eventually } from '../support/eventually.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const URL_OF_BARRE = 'https://stones.example.com/barre';
const QUESTION = 'How deep is the Barre granite quarry?';

/** The official SDK, unmodified, as its users set it up. */
describe('chat completions through the openai package', () => {
  let quarry: TestQuarry;
  let openai: OpenAI;

  before(async () => {
    quarry = await startQuarry();
    openai = new OpenAI({ baseURL: `${quarry.url}/v1`, apiKey: quarry.key, maxRetries: 0 });
    const documents = [
      {
        url: URL_OF_BARRE,
        title: 'Barre',
        scope: 'news',
        text: 'The Barre granite quarry in Vermont is 600 feet deep. It was opened after the War of 1812.',
        published_date: '2024-05-06',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      2_000,
      () => quarry.call('POST', '/v1/search', { query: 'barre', scope: 'news' }),
      ({ body }) => body.documents.length > 0,
    );
  });
  after(() => quarry.stop());

  const balance = async () => (await quarry.call('GET', '/v1/account')).body as { balance: number; held: number };
  const ask = (content: string) => ({ model: 'quarry', messages: [{ role: 'user' as const, content }] });

  it('answers with citations, their positions in the text, the sources and the cost', async () => {
    const before = await balance();
    const completion = await openai.chat.completions.create(ask(QUESTION));
    const [choice] = completion.choices;
    assert.equal(choice?.finish_reason, 'stop');
    const content = choice.message.content ?? '';
    assert.match(content, /600 feet deep \(\[Barre\]\(https:\/\/stones\.example\.com\/barre\)\)\./);
    const [annotation] = choice.message.annotations ?? [];
    assert.ok(annotation);
    const { start_index, end_index, ...cited } = annotation.url_citation;
    assert.equal(content.slice(start_index, end_index), `[Barre](${URL_OF_BARRE})`);
    assert.deepEqual(cited, { url: URL_OF_BARRE, title: 'Barre' });
    const {
      citations,
      search_results: found,
      usage,
      request_id: requestId,
    } = completion as typeof completion & Record<string, any>; // oxlint-disable-line no-explicit-any -- members beside the SDK's types
    assert.deepEqual(citations, [{ url: URL_OF_BARRE }]);
    assert.deepEqual([found[0].title, found[0].url, found[0].date], ['Barre', URL_OF_BARRE, '2024-05-06']);
    assert.equal(usage?.total_tokens, (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
    assert.match(requestId, /^req_/);
    assert.deepEqual(await balance(), { ...before, balance: before.balance - 1 });
  });

  it('streams the same answer, its sources first and its annotations last', async () => {
    const whole = await openai.chat.completions.create(ask(QUESTION));
    const stream = await openai.chat.completions.create({
      ...ask(QUESTION),
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const [first] = chunks;
    assert.deepEqual(
      [first?.choices[0]?.delta, (first as unknown as { citations: unknown }).citations],
      [{ role: 'assistant', content: '' }, [{ url: URL_OF_BARRE }]],
    );
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    assert.equal(text, whole.choices[0]?.message.content);
    const last = chunks.at(-2)?.choices[0];
    assert.equal(last?.finish_reason, 'stop');
    assert.deepEqual(
      (last?.delta as { annotations: unknown } | undefined)?.annotations,
      whole.choices[0]?.message.annotations,
    );
    assert.deepEqual([chunks.at(-1)?.choices, chunks.at(-1)?.usage], [[], whole.usage]);
  });

  it('answers only the last user message, including text parts, and ignores sampling and tool messages', async () => {
    const completion = await openai.chat.completions.create({
      model: 'gpt-4o',
      temperature: 0,
      seed: 7,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Who is the mayor of Atlantis?' },
        { role: 'assistant', content: 'I do not know.' },
        { role: 'tool', tool_call_id: 'a', content: 'a tool said so' },
        { role: 'user', content: [{ type: 'text', text: QUESTION }] },
      ],
    });
    assert.match(completion.choices[0]?.message.content ?? '', /600 feet/);
    assert.equal(completion.model, 'gpt-4o');
  });

  it('returns a JSON string on request, without annotations', async () => {
    const completion = await openai.chat.completions.create({
      ...ask(QUESTION),
      response_format: { type: 'json_object' },
    });
    const { answer } = JSON.parse(completion.choices[0]?.message.content ?? '') as { answer: string };
    assert.match(answer, /600 feet deep/);
    assert.deepEqual(completion.choices[0]?.message.annotations, []);
  });

  const DEPTH = {
    type: 'object',
    properties: { feet: { type: 'number', description: 'depth in feet' }, owner: { type: ['string', 'null'] } },
    required: ['feet', 'owner'],
    additionalProperties: false,
  };

  it('fills a schema from the sources without a model, in one delta when streamed', async () => {
    const format = {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'depth', schema: DEPTH, strict: true } },
    };
    const completion = await openai.chat.completions.create({ ...ask(QUESTION), ...format });
    assert.deepEqual(JSON.parse(completion.choices[0]?.message.content ?? ''), { feet: 600, owner: null });
    assert.deepEqual((completion as unknown as { citations: unknown }).citations, [{ url: URL_OF_BARRE }]);
    const deltas: string[] = [];
    for await (const chunk of await openai.chat.completions.create({ ...ask(QUESTION), ...format, stream: true }))
      deltas.push(chunk.choices[0]?.delta.content ?? '');
    assert.deepEqual(
      deltas.filter((text) => text !== ''),
      [completion.choices[0]?.message.content],
    );
  });

  it('fills the flat shape of a schema for POST /v1/answer too', async () => {
    const { status, body } = await quarry.call('POST', '/v1/answer', {
      query: QUESTION,
      scope: 'news',
      response_format: { type: 'json_schema', name: 'depth', schema: DEPTH },
    });
    assert.deepEqual([status, JSON.parse(body.answer), body.citations.length], [200, { feet: 600, owner: null }, 1]);
  });

  it('names the member that needs a language model', async () => {
    const schema = { ...DEPTH, properties: { ...DEPTH.properties, owner: { type: 'string' } } };
    const { status, body } = await quarry.call('POST', '/v1/answer', {
      query: QUESTION,
      scope: 'news',
      response_format: { type: 'json_schema', name: 'depth', schema },
    });
    assert.equal(status, 400);
    assert.match(
      body.error.message,
      /^response_format: \/owner could not be filled from the sources\. .*language model/,
    );
  });

  it('reports that nothing was found, cites nothing and ends normally', async () => {
    const completion = await openai.chat.completions.create(ask('Who is the mayor of Atlantis?'));
    assert.match(completion.choices[0]?.message.content ?? '', /^No source answers/);
    assert.deepEqual((completion as unknown as { citations: unknown }).citations, []);
  });

  it('replays a call with the same Idempotency-Key, streamed or not, and bills it once', async () => {
    const before = await balance();
    for (const stream of [false, true]) {
      const options = { headers: { 'Idempotency-Key': `chat-${stream}` } };
      const once = async () => {
        const { body } = await openai.chat.completions
          .create({ ...ask(QUESTION), stream }, options)
          .asResponse()
          .then(async (response) => ({ body: await response.text() }));
        return body;
      };
      assert.equal(await once(), await once());
    }
    assert.equal((await balance()).balance, before.balance - 2);
  });

  it('bills nothing if the caller disconnects', async () => {
    const before = await balance();
    const leaving = new AbortController();
    const asked = openai.chat.completions.create(ask(QUESTION), { signal: leaving.signal });
    leaving.abort();
    await assert.rejects(asked);
    await eventually(5_000, balance, ({ held }) => held === 0);
    assert.deepEqual(await balance(), before);
  });

  it('lists its tiers as models', async () => {
    const { data } = await openai.models.list();
    assert.deepEqual(
      data.map(({ id }) => id),
      ['base', 'pro'],
    );
  });

  it('raises the errors of the SDK', async () => {
    const wrongKey = new OpenAI({ baseURL: `${quarry.url}/v1`, apiKey: 'qry_live_wrong', maxRetries: 0 });
    await assert.rejects(
      wrongKey.chat.completions.create(ask(QUESTION)),
      (error: unknown) =>
        error instanceof OpenAI.AuthenticationError &&
        error.code === 'UNAUTHENTICATED' &&
        error.type === 'authentication_error',
    );
    await assert.rejects(
      openai.chat.completions.create({ ...ask(QUESTION), n: 2 }),
      (error: unknown) =>
        error instanceof OpenAI.BadRequestError && error.param === 'n' && error.type === 'invalid_request_error',
    );
    const { key } = await quarry.accounts.createOrganization('poor', 0);
    const poor = new OpenAI({ baseURL: `${quarry.url}/v1`, apiKey: key, maxRetries: 0 });
    await assert.rejects(
      poor.chat.completions.create({ ...ask(QUESTION), stream: true }),
      (error: unknown) => error instanceof APIError && error.status === 402 && error.code === 'INSUFFICIENT_CREDITS',
    );
  });

  const withoutMember: Array<[string, string, unknown]> = [
    ['a body that is no object', '', []],
    ['a body that is not JSON', '', '{'],
    ['a parameter without a name, given twice', '?=1&=2', ask(QUESTION)],
    ['a parameter without a name', '?=1', ask(QUESTION)],
  ];
  for (const [what, query, body] of withoutMember) {
    it(`sends "param": null if no field is at fault: ${what}`, async () => {
      const { status, body: refusal } = await quarry.call('POST', `/v1/chat/completions${query}`, body);
      assert.equal(status, 400);
      assert.deepEqual([refusal.error.type, refusal.error.param], ['invalid_request_error', null]);
    });
  }

  const refused: Array<[string, object]> = [
    ['no user message', { messages: [{ role: 'system', content: 'x' }] }],
    ['no messages', { messages: [] }],
    ['a blank user message', { messages: [{ role: 'user', content: ' ' }] }],
    ['tools', { ...ask('x'), tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['functions', { ...ask('x'), functions: [{ name: 'f' }] }],
    [
      'system messages over 8 KiB together',
      {
        messages: [
          { role: 'system', content: 'x'.repeat(5_000) },
          { role: 'developer', content: 'x'.repeat(5_000) },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    ['an unknown scope', { ...ask('x'), scope: 'moon' }],
    [
      'a malformed schema',
      { ...ask('x'), response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'text' } } } },
    ],
    [
      'a schema that needs a model',
      {
        ...ask(QUESTION),
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'a',
            schema: { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] },
          },
        },
      },
    ],
  ];
  for (const [what, body] of refused) {
    it(`refuses ${what} before billing`, async () => {
      const before = await balance();
      const { status } = await quarry.call('POST', '/v1/chat/completions', { model: 'quarry', ...body });
      assert.equal(status, 400);
      assert.deepEqual(await balance(), before);
    });
  }

  it('streams answers of POST /v1/answer too: role and sources, text, reason, [DONE]', async () => {
    const { status, headers, body } = await call(
      `${quarry.url}/v1/answer`,
      'POST',
      { query: QUESTION, scope: 'news', stream: true },
      { 'x-api-key': quarry.key },
    );
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/event-stream; charset=utf-8']);
    const lines = (body as string)
      .split('\n\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice('data: '.length));
    assert.equal(lines.pop(), '[DONE]');
    const chunks = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      [chunks[0].choices[0].delta.role, chunks[0].citations[0].url, chunks[0].request_id],
      ['assistant', URL_OF_BARRE, headers.get('x-request-id')],
    );
    assert.match(chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join(''), /600 feet deep/);
    assert.deepEqual(
      [chunks.at(-1).choices[0].delta, chunks.at(-1).choices[0].finish_reason, chunks.at(-1).citations[0].url],
      [{}, 'stop', URL_OF_BARRE],
    );
  });
});
