import { createServer, request as sendRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Transform, type Duplex } from 'node:stream';
import type { Admission, Gate } from './gate.ts';
import { MAX_HEADER_BYTES } from './hop.ts';
import { connectPinned } from './pinned-connect.ts';

/** A few pages have no honest use for more. */
const MAX_CONNECTIONS = 256;
const MAX_BYTES_OF_CONNECTION = 64 * 1024 * 1024;

export interface BrowserProxy {
  /** Ends the connections and removes the socket file. */
  close(): Promise<void>;
}

/**
 * The browser's only way out: an HTTP proxy (CONNECT and absolute-form) that judges each request by the egress rules.
 * Redirects pass through to the browser, whose next request is judged again.
 *
 * @param socketPath of the unix socket to listen on, or `{port: 0}` on loopback where the browser has no namespace
 */
export async function startBrowserProxy(
  gate: Gate,
  where: { socketPath: string } | { port: 0 },
): Promise<BrowserProxy & { port: number | undefined }> {
  const closing = new AbortController();
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => void sockets.add(socket.once('close', () => sockets.delete(socket)));
  const server = createServer((request, response) => void forward(gate, request, response, closing.signal));
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request, socket, head) => void tunnel(gate, { request, socket, head }, closing.signal));
  // Upgrades of absolute-form requests are not forwarded: browsers tunnel WebSockets.
  server.on('upgrade', (_request, socket) => void socket.destroy());
  server.on('connection', keep);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if ('socketPath' in where) server.listen(where.socketPath, resolve);
    else server.listen(where.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    close: () => {
      closing.abort(new Error('the proxy is closing'));
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

interface Tunnel {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

async function tunnel(gate: Gate, { request, socket, head }: Tunnel, closing: AbortSignal): Promise<void> {
  socket.on('error', () => socket.destroy());
  const signal = AbortSignal.any([closing, untilClosed(socket)]);
  try {
    const admission = await gate.admit(`https://${request.url ?? ''}/`, signal);
    if (admission.status === 'refused') return void socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n`);
    const outside = await connected(admission, signal);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) outside.write(head);
    await Promise.all([pipeline(socket, outside), pipeline(outside, limited(), socket)]);
  } catch {
    // Whatever failed, the browser sees a tunnel that ended; the page decides what that means.
    socket.destroy();
  }
}

function connected(admission: Admission, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectPinned(admission, signal);
    socket.once('error', reject).once('connect', () => resolve(socket.off('error', reject)));
  });
}

async function forward(gate: Gate, request: IncomingMessage, response: ServerResponse, closing: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([closing, untilClosed(response)]);
  try {
    const url = request.url ?? '';
    // CONNECT carries https; in absolute form only http is honest.
    const admission = url.startsWith('http://') ? await gate.admit(url, signal) : undefined;
    if (admission?.status !== 'admitted') return void response.writeHead(403).end();
    const answer = await send(admission, request, signal);
    response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
    await pipeline(answer, limited(), response);
  } catch {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  }
}

function send(admission: Admission, request: IncomingMessage, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(admission.url, {
      method: request.method,
      headers: { ...withoutHopByHop(request.headers), host: admission.url.host, connection: 'close' },
      maxHeaderSize: MAX_HEADER_BYTES,
      agent: false,
      signal,
      createConnection: () => connectPinned(admission, signal),
    });
    outgoing.once('response', resolve).once('error', reject);
    pipeline(request, outgoing).catch(reject);
  });
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

/** Ends what grows without end. */
function limited(): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > MAX_BYTES_OF_CONNECTION) done(new Error('the connection carries too much'));
      else done(null, chunk);
    },
  });
}

function untilClosed(stream: Duplex | ServerResponse): AbortSignal {
  const controller = new AbortController();
  stream.once('close', () => controller.abort(new Error('the browser closed the connection')));
  return controller.signal;
}
