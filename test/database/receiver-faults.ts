import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { writeForEver } from '../support/hostile/hostile.ts';
import type { RawReceiverOptions } from '../support/raw-receiver.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;
/** When the second attempt is due, where the receiver asks for nothing else. */
const PLANNED_MS = 5 * SECOND_MS;
const SHORT_MS = 1_000;
const KIB = 1_024;
/** A thousand times as long once it is decoded, which it must not be. */
const BOMB = gzipSync(Buffer.alloc(8 * KIB * KIB));

/** What is recorded of the attempt; `nextMs`: when the next one is due after it, absent where there is none. */
export interface Recorded {
  status: 'delivered' | 'pending' | 'exhausted';
  httpStatus: number | null;
  error: string;
  responseBody: string;
  nextMs?: number;
}

/** One way in which a receiver answers, or does not. */
export interface Fault extends Omit<RawReceiverOptions, 'serve'> {
  what: string;
  /** @param now of the service's clock, for the dates in responses */
  serve(socket: Socket, now: Date): void;
  /** Time that the answer has; default 15 s. */
  answersWithinMs?: number;
  gives: Recorded;
  /** Whether a whole request reached the receiver. Default true. */
  isReached?: boolean;
}

const delivered = (httpStatus: number, responseBody = ''): Recorded => ({
  status: 'delivered',
  httpStatus,
  error: '',
  responseBody,
});
const failed = (
  httpStatus: number,
  { nextMs = PLANNED_MS, responseBody = '', error = `the receiver answered ${httpStatus}` } = {},
): Recorded => ({ status: 'pending', httpStatus, error, responseBody, nextMs });
const unanswered = (error: string): Recorded => ({
  status: 'pending',
  httpStatus: null,
  error,
  responseBody: '',
  nextMs: PLANNED_MS,
});
const redirected = (httpStatus: number) =>
  failed(httpStatus, { error: `the receiver answered ${httpStatus}, and redirects are not followed` });

const LATE = `no answer came within ${SHORT_MS / SECOND_MS} s`;
const CLOSED = 'the connection was closed before an answer came';
const NO_HTTP = 'the answer is not valid HTTP';
const EMPTY = 'content-length: 0\r\n\r\n';

/** A whole answer of these bytes, or more than one. */
const says =
  (bytes: string | Buffer) =>
  (socket: Socket): void =>
    void socket.end(bytes);
const status = (line: string, headers = '') => says(`HTTP/1.1 ${line}\r\n${headers}${EMPTY}`);

/** One byte after the other, and no end within the time that there is. */
const dripping =
  (first: string, rest: string) =>
  (socket: Socket): void => {
    if (first) socket.write(first);
    const bytes = rest.split('');
    const timer = setInterval(() => socket.write(bytes.shift() ?? 'x'), SHORT_MS / 4);
    socket.once('close', () => clearInterval(timer));
  };

const asking =
  (line: string, retryAfter: (now: Date) => string) =>
  (socket: Socket, now: Date): void =>
    status(line, `retry-after: ${retryAfter(now)}\r\n`)(socket);
const dateIn = (ms: number) => (now: Date) => new Date(now.getTime() + ms).toUTCString();

const slow: Fault[] = [
  { what: 'says nothing at all', serve: () => {}, answersWithinMs: SHORT_MS, gives: unanswered(LATE) },
  {
    what: 'sends one byte after the other of its headers',
    serve: dripping('', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    answersWithinMs: SHORT_MS,
    gives: unanswered(LATE),
  },
  {
    what: 'sends its status in time, and one byte after the other of its body',
    serve: dripping('HTTP/1.1 200 OK\r\n\r\nx', ''),
    answersWithinMs: SHORT_MS,
    gives: delivered(200, 'x'),
  },
  {
    what: 'sends a 500 in time, and one byte after the other of its body',
    serve: dripping('HTTP/1.1 500 No\r\n\r\nx', ''),
    answersWithinMs: SHORT_MS,
    gives: failed(500, { responseBody: 'x' }),
  },
  {
    what: 'never shakes hands',
    https: 'plain',
    at: 'connection',
    serve: () => {},
    answersWithinMs: SHORT_MS,
    isReached: false,
    gives: unanswered(LATE),
  },
];

const long: Fault[] = [
  {
    what: 'answers with a body of 1 GB',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
      writeForEver(socket, 'y'.repeat(64 * KIB));
    },
    gives: delivered(200, 'y'.repeat(KIB)),
  },
  {
    what: 'answers 500 with a body that never ends',
    serve: (socket) => {
      socket.write('HTTP/1.1 500 No\r\n\r\n');
      writeForEver(socket, 'y'.repeat(64 * KIB));
    },
    gives: failed(500, { responseBody: 'y'.repeat(KIB) }),
  },
  {
    what: 'answers with a gzip bomb',
    serve: says(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`),
        BOMB,
      ]),
    ),
    gives: delivered(200, BOMB.subarray(0, KIB).toString('utf8').replaceAll('\0', '\uFFFD')),
  },
  {
    what: 'answers with 1 MB of headers',
    serve: says(`HTTP/1.1 200 OK\r\n${`a: ${'b'.repeat(KIB)}\r\n`.repeat(KIB)}\r\n`),
    gives: unanswered('the answer has more than 16 KiB of headers'),
  },
  {
    what: 'answers with one header of 1 MB',
    serve: says(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(KIB * KIB)}\r\n\r\n`),
    gives: unanswered('the answer has more than 16 KiB of headers'),
  },
  {
    what: 'sends interim answers without end',
    serve: (socket) => writeForEver(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    gives: unanswered(NO_HTTP),
  },
];

const broken: Fault[] = [
  {
    what: 'is reset once it has read the request',
    serve: (socket) => void socket.resetAndDestroy(),
    gives: unanswered(CLOSED),
  },
  { what: 'hangs up once it has read the request', serve: (socket) => void socket.end(), gives: unanswered(CLOSED) },
  { what: 'hangs up in its headers', serve: says('HTTP/1.1 200 OK\r\ncontent-ty'), gives: unanswered(CLOSED) },
  {
    what: 'is reset before it has read anything',
    at: 'connection',
    serve: (socket) => void socket.resetAndDestroy(),
    isReached: false,
    gives: unanswered(CLOSED),
  },
  {
    what: 'says 200, and is reset in its body',
    serve: (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\nhalf', () =>
        setImmediate(() => socket.resetAndDestroy()),
      ),
    gives: delivered(200, 'half'),
  },
  {
    what: 'says 200, and then no valid chunk',
    serve: says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnone\r\n'),
    gives: delivered(200),
  },
  { what: 'speaks no HTTP', serve: says('SSH-2.0-OpenSSH_9.6\r\n'), gives: unanswered(NO_HTTP) },
  { what: 'has a header line without a colon', serve: status('200 OK', 'nonsense\r\n'), gives: unanswered(NO_HTTP) },
  {
    what: 'answers with text that PostgreSQL does not take',
    serve: says(Buffer.from('HTTP/1.1 500 No\r\ncontent-length: 3\r\n\r\na\0\xff', 'latin1')),
    gives: failed(500, { responseBody: 'a\uFFFD\uFFFD' }),
  },
];

const tls: Fault[] = [
  { what: 'has a certificate that is trusted', https: 'loopback', serve: status('200 OK'), gives: delivered(200) },
  {
    what: 'has a certificate of its own making',
    https: 'stranger',
    serve: status('200 OK'),
    isReached: false,
    gives: unanswered('the TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)'),
  },
  {
    what: 'has a certificate of another name',
    https: 'loopback',
    address: '127.0.0.3',
    serve: status('200 OK'),
    isReached: false,
    gives: unanswered('the TLS connection failed (ERR_TLS_CERT_ALTNAME_INVALID)'),
  },
  {
    what: 'speaks HTTP on a port of https',
    https: 'plain',
    at: 'connection',
    serve: status('200 OK'),
    isReached: false,
    gives: unanswered('the TLS connection failed (ERR_SSL_WRONG_VERSION_NUMBER)'),
  },
];

const statuses: Fault[] = [
  ...['201 Created', '202 Accepted', '204 No Content', '206 Partial', '299 Whatever'].map((line) => ({
    what: `answers ${line}`,
    serve: status(line),
    gives: delivered(Number.parseInt(line, 10)),
  })),
  {
    what: 'sends early hints and a 100 before its 200',
    serve: says(
      `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n${EMPTY}`,
    ),
    gives: delivered(200),
  },
  ...['400 No', '404 No', '408 No', '500 No', '599 No'].map((line) => ({
    what: `answers ${line}`,
    serve: status(line),
    gives: failed(Number.parseInt(line, 10)),
  })),
  { what: 'answers 304', serve: says('HTTP/1.1 304 Not Modified\r\n\r\n'), gives: redirected(304) },
  {
    what: 'answers 410, whatever else it asks for',
    serve: status('410 Gone', 'retry-after: 5\r\n'),
    gives: { status: 'exhausted', httpStatus: 410, error: 'the receiver answered 410', responseBody: '' },
  },
];

const asks: Array<[what: string, retryAfter: (now: Date) => string, nextMs: number]> = [
  ['120 seconds', () => '120', 120 * SECOND_MS],
  ['less than is planned', () => '1', PLANNED_MS],
  ['a huge number', () => '9'.repeat(400), DAY_MS],
  ['a negative number', () => '-120', PLANNED_MS],
  ['garbage', () => 'when pigs fly', PLANNED_MS],
  ['nothing', () => '', PLANNED_MS],
  // To the second, as dates of HTTP are; the clock stands at half of one.
  ['a date to come', dateIn(90 * SECOND_MS), 89.5 * SECOND_MS],
  ['a date years ahead', dateIn(1_000 * DAY_MS), DAY_MS],
  ['a date that has passed', dateIn(-90 * SECOND_MS), PLANNED_MS],
];
const puttingOff: Fault[] = [429, 503].flatMap((code) =>
  asks.map(([what, retryAfter, nextMs]) => ({
    what: `answers ${code} and asks for ${what}`,
    serve: asking(`${code} No`, retryAfter),
    gives: failed(code, { nextMs }),
  })),
);

/** All of them. Redirects have tests of their own: they need a place that must not be asked. */
export const FAULTS: readonly Fault[] = [...slow, ...long, ...broken, ...tls, ...statuses, ...puttingOff];
