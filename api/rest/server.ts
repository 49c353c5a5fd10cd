import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { settledWithin } from '../../services/concurrency/settled-within.ts';
import { guardConnections, type ConnectionLimits } from './connections.ts';
import { serveWellFormed } from './malformed.ts';

const HEADERS_WITHIN_MS = 15_000;
// The largest body at 0.5 Mbit a second.
const REQUEST_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 2_500;
// Short requests finish; the signals of longer ones abort.
const ABORT_AFTER_MS = 500;
const CLOSE_AFTER_MS = 1_000;

export interface RestServer {
  url: string;
  /** Finishes running requests, aborts those that take longer than half a second, then closes every connection. */
  stop(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** Aborts the signals of all requests. */
  abortRequests: () => void;
  limits: ConnectionLimits;
  log: Logger;
}

/** @throws Error saying what to do if the port is unavailable */
export async function listen(app: Koa, { host, port, abortRequests, limits, log }: ListenOptions): Promise<RestServer> {
  let draining = false;
  const handle = app.callback();
  // Node's own rejection of a missing Host does not use the envelope.
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    requireHostHeader: false,
  });
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    if (draining) response.setHeader('connection', 'close');
    void handle(request, response);
  };
  serveWellFormed(server, begin, log);
  guardConnections(server, limits);
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(whyNot(error, host, port), { cause: error });
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${given}`,
    stop: async () => {
      draining = true;
      await close(server, abortRequests);
    },
  };
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set QUARRY_PORT to another one (0 lets the system choose).`;
  if (code === 'EACCES') return `Port ${port} needs privileges. Set QUARRY_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Correct QUARRY_HOST.`;
  return `The API cannot listen on ${host}:${port}: ${message}`;
}

async function close(server: Server, abortRequests: () => void): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  if (await settledWithin(ABORT_AFTER_MS, closed)) return;
  abortRequests();
  if (await settledWithin(CLOSE_AFTER_MS, closed)) return;
  server.closeAllConnections();
  await closed;
}
