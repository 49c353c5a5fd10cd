import { answer, drip, html, prose, writeForEver, type Hostile } from './hostile.ts';

const head = (...headers: string[]) =>
  `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
const chunked = head('transfer-encoding: chunked');
const KIB_OF_TEXT = '<p>more</p>'.repeat(94).padEnd(1024);
const ONE_BYTE_CHUNKS = 1_500_000;

/** Bodies and their framing: too long, too slow, or of a length that is a lie. */
export const bodies: Hostile[] = [
  {
    name: 'an endless body',
    gives: ['upstream_error'],
    serve: (socket) => {
      socket.write(head());
      writeForEver(socket, KIB_OF_TEXT);
    },
  },
  {
    name: 'an endless body in chunks',
    gives: ['upstream_error'],
    serve: (socket) => {
      socket.write(chunked);
      writeForEver(socket, `400\r\n${KIB_OF_TEXT}\r\n`);
    },
  },
  {
    name: 'a body of chunks of one byte',
    gives: ['ok', 'timeout'],
    budgetMs: 8_000,
    serve: (socket) => {
      socket.write(chunked);
      socket.end(`${'1\r\na\r\n'.repeat(ONE_BYTE_CHUNKS)}0\r\n\r\n`);
    },
  },
  {
    name: 'one byte of body a second',
    gives: ['timeout'],
    budgetMs: 2_500,
    serve: (socket) => {
      socket.write(head());
      drip(socket, 'a');
    },
  },
  {
    name: 'one byte of headers a second',
    gives: ['timeout'],
    budgetMs: 2_500,
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip(socket, 'H');
    },
  },
  {
    name: 'one header a second',
    gives: ['timeout'],
    budgetMs: 2_500,
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x: y\r\n');
    },
  },
  { name: 'silence instead of an answer', gives: ['timeout'], budgetMs: 2_000, serve: () => {} },
  {
    name: 'silence after the headers',
    gives: ['timeout'],
    budgetMs: 2_000,
    serve: (socket) => void socket.write(head('content-length: 100')),
  },
  {
    name: 'a length beyond the body',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(head('content-length: 100000') + prose),
  },
  {
    name: 'a length short of the body',
    gives: ['ok', 'upstream_error'],
    serve: (socket) => void socket.end(head('content-length: 500') + prose),
  },
  {
    name: 'a length of 100 GB',
    gives: ['upstream_error'],
    serve: (socket) => void socket.write(head('content-length: 100000000000') + prose),
  },
  {
    name: 'a length beyond 64 bits',
    gives: ['upstream_error'],
    serve: (socket) => void socket.write(head('content-length: 99999999999999999999999') + prose),
  },
  {
    name: 'a negative length',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(head('content-length: -1') + prose),
  },
  {
    name: 'two lengths',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(head('content-length: 10', 'content-length: 20') + prose),
  },
  {
    name: 'a length beside chunks',
    gives: ['upstream_error'],
    serve: (socket) =>
      void socket.end(`${head('content-length: 10', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`),
  },
  {
    name: 'a chunk size that is no number',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${chunked}zz\r\nhello\r\n0\r\n\r\n`),
  },
  {
    name: 'a chunk size beyond 64 bits',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${chunked}fffffffffffffffffff\r\nhello`),
  },
  {
    name: 'a chunk longer than its size',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${chunked}3\r\nhello\r\n0\r\n\r\n`),
  },
  {
    name: 'endless chunk extensions',
    gives: ['upstream_error', 'timeout'],
    serve: (socket) => {
      socket.write(`${chunked}5;a=`);
      writeForEver(socket, KIB_OF_TEXT);
    },
  },
  {
    name: 'chunks that end early',
    gives: ['upstream_error'],
    serve: (socket) => void socket.end(`${chunked}5\r\nhello\r\n`),
  },
  {
    name: 'endless trailers',
    gives: ['upstream_error', 'timeout'],
    serve: (socket) => {
      socket.write(`${chunked}5\r\nhello\r\n0\r\n`);
      writeForEver(socket, 'x: y\r\n'.repeat(100));
    },
  },
  {
    name: 'a body where there may be none (204)',
    gives: ['extraction_failed', 'upstream_error'],
    serve: (socket) => void socket.end(`HTTP/1.1 204 No Content\r\ncontent-length: 100\r\n\r\n${prose}`),
  },
  {
    name: 'a type that is not served, endless',
    gives: ['unsupported_content_type'],
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\n\r\n');
      writeForEver(socket, KIB_OF_TEXT);
    },
  },
  {
    name: 'an endless error page',
    gives: ['url_not_accessible'],
    serve: (socket) => {
      socket.write('HTTP/1.1 404 Not Found\r\n\r\n');
      writeForEver(socket, KIB_OF_TEXT);
    },
  },
  { name: 'no body at all', gives: ['extraction_failed'], serve: (socket) => answer(socket, html) },
];
