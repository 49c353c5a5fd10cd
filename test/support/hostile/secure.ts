import type { Socket } from 'node:net';
import { answer, html, prose, writeForEver, type Hostile } from './hostile.ts';

/** One frame of HTTP/2. @see RFC 9113, 4.1 */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PUSH_PROMISE = 5;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const END_HEADERS = 4;

const settings = frame(SETTINGS, 0, 0);
/** `:status: 200`, by its index in the static table. */
const STATUS_200 = Buffer.from([0x88]);
const okHead = frame(HEADERS, END_HEADERS, 1, STATUS_200);
/** A header that HPACK does not index: `a: b`. */
const A_B = Buffer.from([0x00, 0x01, 0x61, 0x01, 0x62]);
/** One entry of 4,000 bytes put into the table; then a byte each names it again. */
const BIG_ENTRY = Buffer.concat([Buffer.from([0x40, 0x01, 0x61, 0x7f, 0xa1, 0x1e]), Buffer.alloc(4_000, 'x')]);

const FAILED = ['url_not_accessible', 'upstream_error', 'timeout'];
const budgetMs = 3_000;
const after =
  (...frames: Buffer[]) =>
  (socket: Socket): void =>
    void socket.write(Buffer.concat([settings, ...frames]));
const flood =
  (one: Buffer, ...first: Buffer[]) =>
  (socket: Socket): void => {
    socket.write(Buffer.concat([settings, ...first]));
    writeForEver(socket, Buffer.concat(Array.from({ length: 200 }, () => one)));
  };

/** TLS that is none, never comes, or carries what it must not; floods of HTTP/2. */
export const secure: Hostile[] = [
  {
    name: 'a TLS port that speaks HTTP',
    over: 'https',
    gives: FAILED,
    budgetMs,
    at: 'connection',
    serve: (socket) => answer(socket, html, prose),
  },
  {
    name: 'a TLS port that never shakes hands',
    over: 'https',
    gives: ['timeout'],
    budgetMs: 2_000,
    at: 'connection',
    serve: () => {},
  },
  {
    name: 'a TLS port that sends noise',
    over: 'https',
    gives: FAILED,
    budgetMs,
    at: 'connection',
    serve: (socket) => writeForEver(socket, Buffer.alloc(1_024, 0x16)),
  },
  {
    name: 'a TLS handshake of one byte a second',
    over: 'https',
    gives: ['timeout'],
    budgetMs: 2_500,
    at: 'connection',
    serve: (socket) => {
      const bytes = [0x16, 0x03, 0x03, 0x00, 0x50];
      const timer = setInterval(() => socket.write(Buffer.from([bytes.shift() ?? 0])), 700);
      socket.once('close', () => clearInterval(timer));
    },
  },
  {
    name: 'a TLS handshake that is reset',
    over: 'https',
    gives: ['url_not_accessible'],
    at: 'connection',
    serve: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  {
    name: 'a page over TLS, cut off without a farewell',
    over: 'tls',
    gives: ['ok', 'upstream_error'],
    serve: (socket) =>
      void socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${prose}`, () => socket.destroy()),
  },
  {
    name: 'a redirect from TLS to no TLS, a private one',
    over: 'tls',
    gives: ['url_not_accessible'],
    serve: (socket) =>
      void socket.end('HTTP/1.1 302 Found\r\nlocation: http://192.168.0.1/\r\ncontent-length: 0\r\n\r\n'),
  },
  {
    name: 'HTTP/2 that is HTTP/1.1',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: (socket) => answer(socket, html, prose),
  },
  { name: 'HTTP/2 in silence', over: 'h2', gives: ['timeout'], budgetMs: 2_000, serve: () => {} },
  { name: 'HTTP/2: a flood of settings', over: 'h2', gives: FAILED, budgetMs, serve: flood(settings) },
  {
    name: 'HTTP/2: a flood of pings',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(PING, 0, 0, Buffer.alloc(8))),
  },
  {
    name: 'HTTP/2: a flood of empty data',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(DATA, 0, 1), okHead),
  },
  {
    name: 'HTTP/2: data without end',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(DATA, 0, 1, Buffer.alloc(1_024, 'x')), okHead),
  },
  {
    name: 'HTTP/2: data before the headers',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(DATA, 0, 1, Buffer.alloc(100, 'x'))),
  },
  {
    name: 'HTTP/2: headers without end',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(CONTINUATION, 0, 1, A_B), frame(HEADERS, 0, 1, STATUS_200)),
  },
  {
    name: 'HTTP/2: a bomb in its header table',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: after(frame(HEADERS, END_HEADERS, 1, Buffer.concat([STATUS_200, BIG_ENTRY, Buffer.alloc(8_000, 0xbe)]))),
  },
  {
    name: 'HTTP/2: interim answers without end',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(HEADERS, END_HEADERS, 1, Buffer.from([0x08, 0x03, 0x31, 0x30, 0x33]))),
  },
  {
    name: 'HTTP/2: a stream that is reset',
    over: 'h2',
    gives: FAILED,
    serve: after(frame(RST_STREAM, 0, 1, Buffer.from([0, 0, 0, 8]))),
  },
  {
    name: 'HTTP/2: a farewell at once',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: after(frame(GOAWAY, 0, 0, Buffer.alloc(8))),
  },
  {
    name: 'HTTP/2: an unrequested push promise',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(PUSH_PROMISE, END_HEADERS, 1, Buffer.from([0, 0, 0, 2, 0x82]))),
  },
  {
    name: 'HTTP/2: window updates beyond the limit',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(WINDOW_UPDATE, 0, 0, Buffer.from([0x7f, 0xff, 0xff, 0xff]))),
  },
  {
    name: 'HTTP/2: frames of an unknown kind',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: flood(frame(0xfa, 0, 0, Buffer.alloc(64))),
  },
  {
    name: 'HTTP/2: a frame of 16 MiB',
    over: 'h2',
    gives: FAILED,
    budgetMs,
    serve: (socket) => {
      socket.write(Buffer.concat([settings, okHead, Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])]));
      writeForEver(socket, Buffer.alloc(1_024));
    },
  },
  {
    name: 'HTTP/2: an answer that never ends',
    over: 'h2',
    gives: ['timeout'],
    budgetMs: 2_000,
    serve: after(okHead, frame(DATA, 0, 1, Buffer.from(prose))),
  },
];
