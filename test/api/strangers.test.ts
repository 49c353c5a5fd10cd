import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { eventually } from '../support/eventually.ts';
import { call, startQuarry, type TestQuarry } from '../support/quarry.ts';

const members = (count: number) =>
  JSON.stringify({ query: 'granite', ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n])) });
const lists = (count: number) =>
  JSON.stringify({ query: 'granite', include_domains: Array.from({ length: count }, () => []) });

describe('protection against costly callers', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry({ QUARRY_MAX_CONNECTIONS_PER_ADDRESS: '20' });
  });
  after(() => quarry.stop());

  for (const path of ['/v1/search', '/v1/answer', '/v1/fetch']) {
    for (const [what, body] of [
      ['members', members(10_001)],
      ['lists', lists(10_001)],
    ] as const) {
      it(`rejects ${what} without end at ${path} before their values are built, if the key may be among them`, async () => {
        const { status, body: answer } = await call(`${quarry.url}${path}`, 'POST', body);
        assert.deepEqual(
          [status, answer.error.code, answer.error.message],
          [400, 'INVALID_REQUEST', 'The body holds more than 10000 values.'],
        );
      });
    }
  }

  it('accepts a key in a body with the maximum number of members', async () => {
    const body = {
      query: 'granite',
      include_domains: Array.from({ length: 200 }, (_, n) => `d${n}.example`),
      api_key: quarry.key,
    };
    assert.equal((await call(`${quarry.url}/v1/search`, 'POST', body)).status, 200);
  });

  it('reports malformed JSON before a missing key', async () => {
    assert.equal((await call(`${quarry.url}/v1/search`, 'POST', '{"query":')).status, 400);
    assert.equal((await call(`${quarry.url}/v1/search`, 'POST', { query: 'granite' })).status, 401);
  });

  it('refuses an object of thousands of members by its size, whatever their names', async () => {
    const { status, body } = await quarry.call('POST', '/v1/search', members(1_001));
    assert.deepEqual([status, body.error.message], [400, 'The request holds more than 1000 members']);
  });

  it('names the first unknown field', async () => {
    const { status, body } = await quarry.call('POST', '/v1/search', {
      query: 'granite',
      fields: { snippets: { colour: 1 } },
    });
    assert.deepEqual([status, body.error.message], [400, 'fields.snippets.colour: is not a known field']);
  });

  for (const name of ['limit', 'after']) {
    it(`rejects an empty ${name} of a list`, async () => {
      const { status, body } = await quarry.call('GET', `/v1/agent/runs?${name}=`);
      assert.deepEqual([status, body.error.code], [400, 'INVALID_REQUEST']);
      assert.match(body.error.message, new RegExp(`^${name}: `));
    });
  }

  it('answers excess connections of one address with 503, and new ones once some have ended', async () => {
    const { hostname, port } = new URL(quarry.url);
    const opened = Array.from({ length: 40 }, () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      return { socket, received: () => received };
    });
    // Some of the 20 are those of the tests before.
    const refused = await eventually(
      10_000,
      async () => opened.filter(({ socket }) => socket.closed),
      (closed) => closed.length >= 20,
    );
    for (const { received } of refused)
      assert.match(received(), /^HTTP\/1\.1 503 .*retry-after: \d+.*"code":"UNAVAILABLE"/s);
    assert.ok(opened.length - refused.length > 5, `${refused.length} of ${opened.length} were refused`);
    for (const { socket } of opened) socket.destroy();
    const answered = await eventually(
      10_000,
      async () => (await quarry.call('GET', '/v1/account').catch(() => undefined))?.status,
      (status) => status === 200,
    );
    assert.equal(answered, 200);
  });
});

describe('the rate of documents', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const key = async () =>
    (await quarry.accounts.createKey((await quarry.accounts.createOrganization('rates', 5)).orgId)).key;
  const post = (apiKey: string, text: string) =>
    quarry.call(
      'POST',
      '/v1/documents',
      { documents: [{ url: 'https://rates.example/', text }] },
      { 'x-api-key': apiKey },
    );

  it('is limited by calls', async () => {
    const apiKey = await key();
    const { headers } = await post(apiKey, 'granite');
    const policy = '"documents";q=120;w=60, "documents-bytes";q=268435456;qu="content-bytes";w=60';
    assert.equal(headers.get('ratelimit-policy'), policy);
    assert.match(headers.get('ratelimit') ?? '', /^"documents";r=119;t=\d+, "documents-bytes";r=26843\d+;t=\d+$/);
  });

  it('is limited by bytes: 256 MiB a minute', async () => {
    const apiKey = await key();
    // Refused as documents for their length, yet sent.
    const large = 'granite '.repeat(1_900_000);
    let last = await post(apiKey, large);
    let posts = 1;
    for (; last.status === 200 && posts < 40; posts += 1) last = await post(apiKey, large);
    assert.deepEqual([last.status, last.body.error?.code], [429, 'RATE_LIMITED']);
    assert.ok(Number(last.headers.get('retry-after')) >= 1);
    assert.ok(posts >= 18, `${posts} posts of 14.5 MiB`);
  });
});
