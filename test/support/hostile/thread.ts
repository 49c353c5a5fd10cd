import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parentPort } from 'node:worker_threads';
import { HOSTILE } from './all.ts';
import type { Hostile } from './hostile.ts';

const file = (name: string) => readFileSync(new URL(`../certificate/${name}`, import.meta.url));
const certificate = { cert: file('loopback.pem'), key: file('loopback.key') };

/** Serves once the request's head is there; a TLS one that speaks HTTP/2 says so at its preface. */
function onConnection({ at, serve, over }: Hostile, socket: Socket): void {
  socket.on('error', () => socket.destroy());
  if (at === 'connection') return serve(socket, '/');
  let head = '';
  const read = (chunk: Buffer): void => {
    head += chunk.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    // What else the other side says is read and forgotten.
    socket.off('data', read).resume();
    serve(socket, over === 'h2' ? '/' : (head.split(' ', 2)[1] ?? '/'));
  };
  socket.on('data', read);
}

async function listen(kind: Hostile, address: string): Promise<string> {
  const isTls = kind.over === 'tls' || kind.over === 'h2';
  const accept = (socket: Socket) => onConnection(kind, socket);
  const server: Server = isTls
    ? createTlsServer({ ...certificate, ALPNProtocols: [kind.over === 'h2' ? 'h2' : 'http/1.1'] }, accept)
    : createServer(accept);
  server.on('tlsClientError', () => {});
  server.listen(0, isTls ? '127.0.0.1' : address);
  await once(server, 'listening');
  const { address: host, port } = server.address() as AddressInfo;
  return `${kind.over ? 'https' : 'http'}://${host}:${port}/`;
}

// A host of its own for each: what waits for one host's turn must not wait for another kind.
const kinds = Object.values(HOSTILE).flat();
const urls = await Promise.all(
  kinds.map(
    async (kind, n) => [kind.name, await listen(kind, `127.1.${Math.floor(n / 200)}.${(n % 200) + 1}`)] as const,
  ),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(urls);
