import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const CONNECTIONS = 200;
const BYTE_EVERY_MS = 2_000;
const GONE_WITHIN_MS = 30_000;

describe('bodies that arrive slowly', () => {
  let quarry: TestQuarry;
  before(async () => {
    quarry = await startQuarry();
  });
  after(() => quarry.stop());

  const kinds: Array<[string, (url: string, key: string) => string]> = [
    [
      'with a key',
      (_url, key) =>
        `POST /v1/search HTTP/1.1\r\nhost: quarry\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
    ],
    [
      'without one',
      () =>
        'POST /v1/search HTTP/1.1\r\nhost: quarry\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n',
    ],
    [
      'in chunks',
      (_url, key) =>
        `POST /v1/documents HTTP/1.1\r\nhost: quarry\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    ],
    ['that belong to no operation', () => 'GET /healthz HTTP/1.1\r\nhost: quarry\r\ncontent-length: 1000\r\n\r\n'],
  ];
  for (const [what, head] of kinds) {
    it(`end within 30 s with 408, ${what}: ${CONNECTIONS / kinds.length} at a byte every two seconds`, async () => {
      const sockets = await Promise.all(
        Array.from({ length: CONNECTIONS / kinds.length }, () => drip(quarry.url, head(quarry.url, quarry.key))),
      );
      const left = await eventually(
        GONE_WITHIN_MS,
        async () => sockets.filter(({ socket }) => !socket.closed).length,
        (open) => open === 0,
      );
      assert.equal(left, 0);
      if (what !== 'that belong to no operation')
        for (const { received } of sockets) assert.match(received(), /^HTTP\/1\.1 408 .*"code":"INVALID_REQUEST"/s);
    });
  }

  it('do not affect one that is sent in pieces without a pause', async () => {
    const body = JSON.stringify({ documents: [{ url: 'https://pieces.example/', text: 'granite '.repeat(4_000) }] });
    const head = `POST /v1/documents HTTP/1.1\r\nhost: quarry\r\nx-api-key: ${quarry.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
    const { socket, received } = await drip(quarry.url, head, body.match(/[\s\S]{1,2000}/g) ?? [], 1_000);
    await once(socket, 'close');
    assert.match(received(), /^HTTP\/1\.1 200 /);
  });
});

interface Drip {
  socket: Socket;
  received(): string;
}

/** Sends the head, then a piece at a time; without pieces, a byte without end. */
async function drip(url: string, head: string, pieces?: string[], everyMs = BYTE_EVERY_MS): Promise<Drip> {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => {});
  await once(socket, 'connect');
  socket.write(head);
  const timer = setInterval(() => {
    const piece = pieces === undefined ? '5' : pieces.shift();
    if (piece !== undefined) socket.write(piece);
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
  return { socket, received: () => received };
}
