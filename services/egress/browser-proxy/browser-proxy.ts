import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionGate } from '../gate.ts';
import { forwardRequest } from './proxy-forward.ts';
import { tunnel } from './proxy-tunnel.ts';

/** Few legitimate pages need more. */
const MAX_CONNECTIONS = 256;

export interface BrowserProxy {
  /** Ends the connections and removes the socket file. */
  close(): Promise<void>;
}

/**
 * The browser's only way out: an HTTP proxy (CONNECT and absolute-form) that judges each request by the egress rules.
 * Redirects pass through to the browser, whose next request is judged again.
 *
 * @param socketPath path of the unix socket to listen on, or `{port: 0}` on loopback if the browser has no namespace
 */
export async function startBrowserProxy(
  gate: ConnectionGate,
  where: { socketPath: string } | { port: 0 },
): Promise<BrowserProxy & { port: number | undefined }> {
  const closing = new AbortController();
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => void sockets.add(socket.once('close', () => sockets.delete(socket)));
  const server = createServer((request, response) => void forwardRequest(gate, request, response, closing.signal));
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
