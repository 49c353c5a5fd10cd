import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const BODY = JSON.stringify({ query: 'granite' });

describe('a malformed HTTP request', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const search = (...headers: string[]) =>
    [
      `POST /v1/search HTTP/1.1`,
      'host: quarry',
      `x-api-key: ${quarry.key}`,
      'content-type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');

  const faults: Array<[string, number, string, () => string]> = [
    ['garbage', 400, 'INVALID_REQUEST', () => '\0\0\0 garbage\r\n\r\n'],
    ['an unknown method', 400, 'INVALID_REQUEST', () => 'BREW / HTTP/1.1\r\nhost: quarry\r\n\r\n'],
    ['a missing Host', 400, 'INVALID_REQUEST', () => 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'INVALID_REQUEST', () => 'GET /healthz HTTP/1.1\r\nhost: one\r\nhost: two\r\n\r\n'],
    [
      'headers that are too large',
      431,
      'INVALID_REQUEST',
      () => `GET /healthz HTTP/1.1\r\nhost: quarry\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`,
    ],
    ['a tunnel', 501, 'UNIMPLEMENTED', () => 'CONNECT quarry:443 HTTP/1.1\r\nhost: quarry\r\n\r\n'],
    [
      'an unknown expectation',
      417,
      'INVALID_REQUEST',
      () => 'GET /healthz HTTP/1.1\r\nhost: quarry\r\nexpect: miracles\r\n\r\n',
    ],
    ['two lengths', 400, 'INVALID_REQUEST', () => search('content-length: 1', 'content-length: 2')],
    [
      'a length beside chunks',
      400,
      'INVALID_REQUEST',
      () => `${search('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'an unknown transfer coding',
      501,
      'UNIMPLEMENTED',
      () => `${search('transfer-encoding: gzip, chunked')}0\r\n\r\n`,
    ],
    [
      'a chunk without a size',
      400,
      'INVALID_REQUEST',
      () => `${search('transfer-encoding: chunked')}many\r\n${BODY}\r\n0\r\n\r\n`,
    ],
  ];
  for (const [what, status, code, request] of faults) {
    it(`gets the error envelope and a closed connection: ${what}`, async () => {
      // A request that is smuggled in behind must not be answered.
      const [answer, ...more] = answers(
        await exchange(quarry.url, `${request()}GET /healthz HTTP/1.1\r\nhost: quarry\r\n\r\n`),
      );
      assert.equal(answer?.status, status);
      assert.equal(answer.body.error.code, code);
      assert.match(answer.body.request_id, /^req_[0-9a-f-]{36}$/);
      assert.equal(answer.headers['x-request-id'], answer.body.request_id);
      assert.equal(answer.headers.connection, 'close');
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(more, []);
    });
  }

  it('waits for its turn after a request that is still being answered', async () => {
    const sound = `${search(`content-length: ${BODY.length}`)}${BODY}`;
    const [first, second, ...more] = answers(await exchange(quarry.url, `${sound}\0garbage\r\n\r\n`));
    assert.deepEqual([first?.status, second?.status, more.length], [200, 400, 0]);
  });

  it('gets no second response if it was answered before its end', async () => {
    const unauthorized = search('transfer-encoding: chunked').replace(/x-api-key: .*/, 'x-api-key: none');
    const [first, ...more] = answers(await exchange(quarry.url, unauthorized, 'many\r\n\r\n'));
    assert.deepEqual([first?.status, more.length], [401, 0]);
  });

  it('excludes a request to upgrade the protocol, which is served', async () => {
    const [answer] = answers(
      await exchange(
        quarry.url,
        'GET /healthz HTTP/1.1\r\nhost: quarry\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n',
      ),
    );
    assert.equal(answer?.status, 200);
  });

  it('excludes HTTP/1.0 without a Host', async () => {
    const [answer] = answers(await exchange(quarry.url, 'GET /healthz HTTP/1.0\r\n\r\n'));
    assert.equal(answer?.status, 200);
  });
});

/** Sends bytes as they are, the second part once something came back, and gives all that came until the end. */
async function exchange(url: string, first: string, second?: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(first);
  if (second !== undefined) {
    await once(socket, 'data');
    socket.write(second);
  }
  await once(socket, 'close');
  return received;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: { error: { code: string }; request_id: string };
}

function answers(received: string): Answer[] {
  return received.split(/(?=HTTP\/1\.1 \d{3})/).map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [statusLine = '', ...headers] = head.split('\r\n');
    return {
      status: Number(statusLine.split(' ')[1]),
      headers: Object.fromEntries(headers.map((header) => header.toLowerCase().split(': ') as [string, string])),
      body: JSON.parse(body),
    };
  });
}
