import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { EgressAnswer } from '../../../services/egress/egress.ts';
import { readBody } from '../../../services/egress/read-body.ts';

const MIB = 1024 * 1024;
const page = Buffer.from('<p>Grüße</p>'.repeat(100));

function answer(body: Buffer | Readable, headers: Record<string, string> = {}): EgressAnswer {
  const stream = Buffer.isBuffer(body) ? Readable.from([body.subarray(0, 7), body.subarray(7)]) : body;
  return {
    status: 'answered',
    finalUrl: 'http://example.com/',
    httpStatus: 200,
    headers: new Headers(headers),
    body: stream,
  };
}

async function read(from: EgressAnswer, maxBytes = 10 * MIB) {
  const body = await readBody(from, maxBytes, new AbortController().signal);
  return body.status === 'read' ? body.bytes : body.message;
}

describe('reading a body', () => {
  const coded: Array<[coding: string, bytes: Buffer]> = [
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['identity', page],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['GZIP', gzipSync(page)],
  ];
  for (const [coding, bytes] of coded) {
    it(`decodes ${coding} (${bytes.length} bytes)`, async () => {
      assert.deepEqual(await read(answer(bytes, { 'content-encoding': coding })), page);
    });
  }

  it('reads an empty body as empty, whatever its coding', async () => {
    assert.deepEqual(await read(answer(Readable.from([]), { 'content-encoding': 'gzip' })), Buffer.alloc(0));
  });

  it('refuses an unknown coding', async () => {
    assert.match(String(await read(answer(page, { 'content-encoding': 'compress' }))), /unknown content coding/);
  });

  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    it(`refuses a ${coding} bomb`, async () => {
      const bomb = compress(Buffer.alloc(9 * MIB));
      assert.match(String(await read(answer(bomb, { 'content-encoding': coding }))), /too large once decompressed/);
    });
  }

  it('accepts a high ratio within the first MiB', async () => {
    const dense = gzipSync(Buffer.alloc(MIB));
    assert.equal((await read(answer(dense, { 'content-encoding': 'gzip' }))).length, MIB);
  });

  it('refuses one decoded byte too many', async () => {
    const encoding = { 'content-encoding': 'gzip' };
    assert.equal((await read(answer(gzipSync(page), encoding), page.length)).length, page.length);
    assert.match(String(await read(answer(gzipSync(page), encoding), page.length - 1)), /too large/);
  });

  it('stops reading a plain body at the limit', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) yield Buffer.alloc(1024, (sent += 1) % 256);
    }
    assert.match(String(await read(answer(Readable.from(endless())), 100 * 1024)), /larger than 102400 bytes/);
    assert.ok(sent < 200);
  });

  it('refuses a declared length beyond the limit unread', async () => {
    const body = new Readable({ read: () => assert.fail('read') });
    assert.match(String(await read(answer(body, { 'content-length': '11' }), 10)), /larger than 10 bytes/);
  });

  it('reports truncated compression as broken', async () => {
    assert.match(String(await read(answer(gzipSync(page).subarray(0, -9), { 'content-encoding': 'gzip' }))), /broken/);
  });
});
