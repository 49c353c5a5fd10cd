import { answer, html, prose, writeForEver, type Hostile } from './hostile.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const rest = `content-length: ${prose.length}\r\n\r\n${prose}`;

/** What is no HTTP, or too much of it; connections that end at every stage. */
export const wire: Hostile[] = [
  {
    name: '100,000 headers',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${OK}${'a: b\r\n'.repeat(100_000)}\r\n`),
  },
  {
    name: 'a header of one MiB',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${OK}a: ${'b'.repeat(1024 * 1024)}\r\n\r\n`),
  },
  {
    name: 'endless headers',
    gives: ['upstream_error'],
    serve: (socket) => {
      socket.write(OK);
      writeForEver(socket, 'a: b\r\n'.repeat(100));
    },
  },
  {
    name: 'a header name without end',
    gives: ['upstream_error'],
    serve: (socket) => {
      socket.write(OK);
      writeForEver(socket, 'a'.repeat(1024));
    },
  },
  {
    name: 'a thousand cookies on each of endless redirects',
    gives: ['url_not_accessible', 'upstream_error'],
    serve: (socket) =>
      void socket.end(
        `HTTP/1.1 302 Found\r\nlocation: /\r\n${'set-cookie: a=b\r\n'.repeat(800)}content-length: 0\r\n\r\n`,
      ),
  },
  {
    name: 'control characters in a header',
    gives: ['ok', 'upstream_error'],
    serve: (socket) => void socket.end(`${OK}content-type: text/html\r\nx: \u0001\u0000\r\n${rest}`),
  },
  {
    name: 'a header line without a colon',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${OK}nonsense\r\n${rest}`),
  },
  {
    name: 'folded headers',
    gives: ['ok', 'upstream_error'],
    serve: (socket) => void socket.end(`${OK}x: y\r\n z\r\ncontent-type: text/html\r\n${rest}`),
  },
  {
    name: 'a content type that cannot be read',
    gives: ['ok'],
    serve: (socket) => answer(socket, { 'content-type': ';;;=,text/html\t/' }, `<!doctype html>${prose}`),
  },
  {
    name: 'a status line that is none',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`ICY 200 OK\r\n${rest}`),
  },
  {
    name: 'a status of five digits',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`HTTP/1.1 20000 OK\r\n${rest}`),
  },
  {
    name: 'status 999',
    gives: ['upstream_error', 'url_not_accessible'],
    serve: (socket) => void socket.end(`HTTP/1.1 999 No\r\n${rest}`),
  },
  { name: 'HTTP/0.9', gives: ['upstream_error'], serve: (socket) => void socket.end(prose) },
  {
    name: 'endless bytes that are no HTTP',
    gives: ['upstream_error'],
    serve: (socket) => writeForEver(socket, Buffer.alloc(1024, 0xfe)),
  },
  {
    name: 'an SSH server',
    gives: ['upstream_error', 'url_not_accessible'],
    at: 'connection',
    serve: (socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
  },
  {
    name: 'endless 102 Processing',
    gives: ['timeout', 'upstream_error', 'url_not_accessible'],
    budgetMs: 3_000,
    serve: (socket) => writeForEver(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  },
  {
    name: 'endless early hints',
    gives: ['timeout', 'upstream_error', 'url_not_accessible'],
    budgetMs: 3_000,
    serve: (socket) => writeForEver(socket, `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(500)}>\r\n\r\n`),
  },
  {
    name: '100 Continue that nobody expects',
    gives: ['ok', 'upstream_error', 'url_not_accessible'],
    serve: (socket) => void socket.end(`HTTP/1.1 100 Continue\r\n\r\n${OK}content-type: text/html\r\n${rest}`),
  },
  {
    name: 'an upgrade that nobody asked for',
    gives: ['upstream_error', 'url_not_accessible'],
    serve: (socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    name: 'two answers at once',
    gives: ['ok', 'upstream_error'],
    serve: (socket) => void socket.end(`${OK}content-type: text/html\r\n${rest}${OK}${rest}`),
  },
  {
    name: 'an answer before the request',
    gives: ['ok', 'upstream_error', 'url_not_accessible'],
    at: 'connection',
    serve: (socket) => void socket.write(`${OK}content-type: text/html\r\nconnection: close\r\n${rest}`),
  },
  {
    name: 'a reset at the connection',
    gives: ['url_not_accessible'],
    at: 'connection',
    serve: (socket) => void socket.resetAndDestroy(),
  },
  {
    name: 'a reset after the request',
    gives: ['url_not_accessible'],
    serve: (socket) => void socket.resetAndDestroy(),
  },
  { name: 'an end after the request', gives: ['url_not_accessible'], serve: (socket) => void socket.end() },
  {
    name: 'a reset in the headers',
    gives: ['url_not_accessible', 'upstream_error'],
    serve: (socket) => void socket.write(`${OK}content-ty`, () => socket.resetAndDestroy()),
  },
  {
    name: 'an end in the headers',
    gives: ['url_not_accessible', 'upstream_error'],
    serve: (socket) => void socket.end(`${OK}content-ty`),
  },
  {
    name: 'a reset in the body',
    gives: ['upstream_error'],
    serve: (socket) => void socket.write(`${OK}content-length: 9999\r\n\r\n${prose}`, () => socket.resetAndDestroy()),
  },
  {
    name: '429 that asks for a year',
    gives: ['url_not_accessible', 'timeout'],
    budgetMs: 2_000,
    serve: (socket) => void socket.end('HTTP/1.1 429 Slow down\r\nretry-after: 31536000\r\ncontent-length: 0\r\n\r\n'),
  },
  {
    name: '503 for ever',
    gives: ['upstream_error'],
    serve: (socket) =>
      void socket.end(
        `HTTP/1.1 503 No\r\nretry-after: -5\r\n${Object.keys(html).join('')}: x\r\ncontent-length: 0\r\n\r\n`,
      ),
  },
];
