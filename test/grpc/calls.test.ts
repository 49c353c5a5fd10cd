import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { AgentService } from '../../gen/quarry/v1/agent_pb.js';
import { AnswerService } from '../../gen/quarry/v1/answer_pb.js';
import { ChatService } from '../../gen/quarry/v1/chat_pb.js';
import { DocumentService, IndexStatus } from '../../gen/quarry/v1/document_pb.js';
import { FetchService, FetchStatus } from '../../gen/quarry/v1/fetch_pb.js';
import { SearchService } from '../../gen/quarry/v1/search_pb.js';
import { collected, openGrpc, type GrpcClient } from '../support/grpc.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const { search } = SearchService.method;
const REQUEST_ID = /^req_[0-9a-f-]{36}$/;

describe('a call over gRPC', () => {
  let quarry: TestQuarry;
  let grpc: GrpcClient;
  let apiKey: string;
  before(async () => {
    quarry = await startQuarry();
    grpc = openGrpc(quarry.grpc);
    apiKey = quarry.key;
    await grpc.unary(DocumentService.method.indexDocuments, {
      apiKey,
      documents: [
        {
          url: 'https://birds.example.com/auk',
          title: 'Auks',
          text: 'The little auk winters at sea. It weighs 150 grams.',
          publishedDate: '2026-01-02',
        },
        {
          url: 'https://birds.example.com/tern',
          title: 'Terns',
          text: 'The Arctic tern flies from pole to pole. It lives for thirty years.',
        },
      ],
    });
  });
  after(async () => {
    grpc.close();
    await quarry.stop();
  });

  it('answers a search with its documents, and returns the id of its request', async () => {
    const { code, message, requestId } = await grpc.unary(search, { apiKey, query: 'auk' });
    assert.equal(code, status.OK);
    assert.match(requestId ?? '', REQUEST_ID);
    assert.equal(message?.requestId, requestId);
    const [document] = message?.documents ?? [];
    assert.deepEqual(
      [document?.url, document?.title, document?.publishedDate, document?.snippets.length],
      ['https://birds.example.com/auk', 'Auks', '2026-01-02', 1],
    );
    assert.match(document?.content ?? '', /little auk/);
  });

  it('reads the requested fields from two fields each', async () => {
    const ask = async (fields: object) => {
      const { message, details } = await grpc.unary(search, { apiKey, query: 'auk', fields });
      const [document] = message?.documents ?? [];
      return details || [document?.content?.length, document?.snippets.length];
    };
    const whole = 'The little auk winters at sea. It weighs 150 grams.'.length;
    assert.deepEqual(await ask({}), [whole, 1]);
    assert.deepEqual(await ask({ snippetsEnabled: true }), [undefined, 1]);
    assert.deepEqual(await ask({ contentEnabled: true }), [whole, 0]);
    assert.deepEqual(await ask({ contentEnabled: false, snippetsEnabled: false }), [undefined, 0]);
    assert.deepEqual(await ask({ contentOptions: { maxCharactersPerResult: 100 } }), [whole, 0]);
    assert.match(
      String(await ask({ contentOptions: { maxCharactersPerResult: 1 } })),
      /content\.max_characters_per_result: is not between/,
    );
    assert.match(String(await ask({ contentEnabled: false, contentOptions: {} })), /contradicts/);
  });

  const refused: Array<[string, object, status, string, string?]> = [
    ['a blank query', { query: ' ' }, status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'query'],
    ['a query that is not set', {}, status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'query'],
    ['no results', { query: 'a', maxResults: 0 }, status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'max_results'],
    ['an unknown scope', { query: 'a', scope: 'moon' }, status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'scope'],
    ['no key', { query: 'a', apiKey: undefined }, status.UNAUTHENTICATED, 'UNAUTHENTICATED'],
    ['a wrong key', { query: 'a', apiKey: 'qry_live_0' }, status.UNAUTHENTICATED, 'UNAUTHENTICATED'],
  ];
  for (const [what, request, code, reason, param] of refused) {
    it(`refuses ${what} with its status, the code of REST and the field`, async () => {
      const answer = await grpc.unary(search, { apiKey, ...request });
      assert.deepEqual(
        [answer.code, answer.info?.reason, answer.info?.domain, answer.info?.metadata.param],
        [code, reason, 'quarry', param],
      );
      assert.match(answer.requestId ?? '', REQUEST_ID);
      assert.notEqual(answer.details, '');
    });
  }

  it('does not read the key from metadata: the message is its only carrier', async () => {
    const { code } = await grpc.unary(
      search,
      { query: 'auk' },
      { metadata: { 'x-api-key': apiKey, authorization: `Bearer ${apiKey}` } },
    );
    assert.equal(code, status.UNAUTHENTICATED);
  });

  it('says when to retry after a temporary refusal', async () => {
    const { orgId } = await quarry.accounts.createOrganization('poor', 100);
    const { key } = await quarry.accounts.createKey(orgId);
    const calls = await Promise.all(
      Array.from({ length: 62 }, () =>
        grpc.unary(AgentService.method.createAgentRun, { apiKey: key, outputSchema: 'x' }),
      ),
    );
    const last = calls.find(({ code }) => code === status.RESOURCE_EXHAUSTED);
    assert.deepEqual([last?.info?.reason, Number(last?.trailers.get('retry-after')[0]) > 0], ['RATE_LIMITED', true]);
    assert.ok(calls.every(({ code }) => code === status.RESOURCE_EXHAUSTED || code === status.INVALID_ARGUMENT));
  });

  it('requires credits and scopes as REST does', async () => {
    const { orgId } = await quarry.accounts.createOrganization('broke', 0);
    const { key } = await quarry.accounts.createKey(orgId);
    const { key: narrow } = await quarry.accounts.createKey(orgId, { scopes: ['fetch'] });
    const broke = await grpc.unary(search, { apiKey: key, query: 'auk' });
    assert.deepEqual([broke.code, broke.info?.reason], [status.FAILED_PRECONDITION, 'INSUFFICIENT_CREDITS']);
    const lacking = await grpc.unary(search, { apiKey: narrow, query: 'auk' });
    assert.deepEqual([lacking.code, lacking.info?.reason], [status.PERMISSION_DENIED, 'PERMISSION_DENIED']);
  });

  it('answers with citations, complete or streamed', async () => {
    const query = 'How much does the little auk weigh?';
    const { message } = await grpc.unary(AnswerService.method.answer, {
      apiKey,
      query,
      scope: 'web',
      includeContent: true,
    });
    assert.match(message?.answer ?? '', /150 grams \(\[.*\]\(https:\/\/birds\.example\.com\/auk\)\)/);
    assert.match(message?.citations[0]?.content ?? '', /little auk/);
    const stream = grpc.stream(AnswerService.method.answerStream, { apiKey, query });
    const events = await collected(stream);
    const kinds = events.map(({ event }) => event.case);
    assert.deepEqual(
      [kinds[0], kinds.at(-1), new Set(kinds.slice(1, -1))],
      ['citations', 'finishReason', new Set(['textDelta'])],
    );
    const text = events.map(({ event }) => (event.case === 'textDelta' ? event.value : '')).join('');
    assert.equal(text, message?.answer);
    const { code, requestId } = await stream.ended;
    assert.deepEqual([code, events[0]?.requestId], [status.OK, requestId]);
  });

  it('accepts and returns JSON if a message cannot describe the value', async () => {
    const { answer } = AnswerService.method;
    const given = await grpc.unary(answer, { apiKey, query: 'auk', responseFormat: '{"type": "json_object"}' });
    assert.equal(typeof JSON.parse(given.message?.answer ?? '').answer, 'string');
    for (const responseFormat of ['{', '"text"', '{"type": "yaml"}', '['.repeat(100)]) {
      const { code, info } = await grpc.unary(answer, { apiKey, query: 'auk', responseFormat });
      assert.deepEqual(
        [code, info?.reason, info?.metadata.param?.split('.')[0]],
        [status.INVALID_ARGUMENT, 'INVALID_REQUEST', 'response_format'],
        responseFormat,
      );
    }
  });

  it('completes a chat whose content is text or parts', async () => {
    const { createChatCompletion, streamChatCompletion } = ChatService.method;
    const question = 'How long does the Arctic tern live?';
    const plain = await grpc.unary(createChatCompletion, {
      apiKey,
      model: 'quarry',
      scope: 'web',
      messages: [{ role: 'user', content: question }],
    });
    const [choice] = plain.message?.choices ?? [];
    assert.match(choice?.message?.content ?? '', /thirty years/);
    assert.deepEqual(
      [choice?.finishReason, plain.message?.object, plain.message?.searchResults.length],
      ['stop', 'chat.completion', plain.message?.citations.length],
    );
    const messages = [{ role: 'user', parts: [{ type: 'text', text: question }] }];
    const chunks = await collected(
      grpc.stream(streamChatCompletion, {
        apiKey,
        model: 'quarry',
        scope: 'web',
        messages,
        streamOptions: { includeUsage: true },
      }),
    );
    const text = chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('');
    assert.equal(text, choice?.message?.content);
    assert.ok((chunks.at(-1)?.usage?.totalTokens ?? 0) > 0);
    assert.ok((chunks.at(-2)?.choices[0]?.delta?.annotations.length ?? 0) > 0);
  });

  it('fetches, indexes and deletes, with results of a fixed shape', async () => {
    const fetched = await grpc.unary(FetchService.method.fetch, { apiKey, urls: ['http://127.0.0.1:9/'] });
    assert.deepEqual(
      fetched.message?.results.map(({ requestedUrl, status: of, error }) => [requestedUrl, of, error?.code]),
      [['http://127.0.0.1:9/', FetchStatus.ERROR, 'url_not_accessible']],
    );
    const { indexDocuments, deleteDocuments } = DocumentService.method;
    const url = 'https://birds.example.com/wren';
    const indexed = await grpc.unary(indexDocuments, {
      apiKey,
      documents: [
        { url, text: 'A wren.' },
        { url: 'ftp://x', text: '' },
      ],
    });
    assert.deepEqual(
      [indexed.message?.accepted, indexed.message?.results.map((one) => one.status)],
      [1, [IndexStatus.INDEXED, IndexStatus.ERROR]],
    );
    const long = Array.from({ length: 1_000 }, (_, n) => ({
      url: `https://a.example.com/${n}/${'é'.repeat(2_000)}`,
      text: '',
    }));
    const refused = await grpc.unary(indexDocuments, { apiKey, documents: long });
    assert.equal(refused.message?.accepted, 0);
    refused.message?.results.forEach(({ url: told }, n) =>
      assert.ok(long[n]?.url.startsWith(told) && told.length > 1_500),
    );
    assert.equal((await grpc.unary(deleteDocuments, { apiKey, urls: [url] })).message?.deleted, 1);
  });

  it('replays a stream under one key as the original call', async () => {
    const ask = async () => {
      const stream = grpc.stream(
        AnswerService.method.answerStream,
        { apiKey, query: 'auk' },
        { metadata: { 'idempotency-key': 'stream once' } },
      );
      const events = await collected(stream);
      return { events, requestId: (await stream.ended).requestId };
    };
    const first = await ask();
    assert.equal(first.requestId, first.events[0]?.requestId);
    assert.deepEqual(await ask(), first);
    const overRest = async () => {
      const answered = await quarry.call(
        'POST',
        '/v1/answer',
        { query: 'auk', stream: true },
        { 'idempotency-key': 'rest stream once' },
      );
      const [, inBody] = /"request_id":"(req_[^"]+)"/.exec(answered.body as string) ?? [];
      assert.equal(answered.headers.get('x-request-id'), inBody);
      return inBody;
    };
    assert.equal(await overRest(), await overRest());
  });

  it('takes effect once per key: a retry returns the same and bills nothing', async () => {
    const metadata = { 'idempotency-key': 'once' };
    const balance = async () => (await quarry.call('GET', '/v1/account')).body.balance as number;
    const first = await grpc.unary(search, { apiKey, query: 'auk' }, { metadata });
    const after = await balance();
    const again = await grpc.unary(search, { apiKey, query: 'auk' }, { metadata });
    assert.deepEqual([again.message, again.requestId], [first.message, first.requestId]);
    assert.equal(await balance(), after);
    const other = await grpc.unary(search, { apiKey, query: 'tern' }, { metadata });
    assert.deepEqual([other.code, other.info?.reason], [status.INVALID_ARGUMENT, 'INVALID_REQUEST']);
  });
});
