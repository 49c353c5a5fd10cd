import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** By path, without the query: an HTML page as a string, or a handler. */
export type Routes = Record<string, string | RouteHandler>;

export interface Site {
  /** `http://address:port`, without a slash at the end. */
  origin: string;
  /** `address:port`, in the form of the egress allow-list. */
  host: string;
  port: number;
  /** The requests in order. */
  requests: Array<{ method: string; path: string; headers: IncomingMessage['headers'] }>;
  /** Number of opened connections, with or without requests. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * A real HTTP server on loopback, on a port that the system chose. Unknown paths are 404.
 *
 * @param address any of 127.0.0.0/8 or `::1`, for tests that need several hosts
 */
export async function startSite(routes: Routes, address = '127.0.0.1'): Promise<Site> {
  const requests: Site['requests'] = [];
  let connectionCount = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    void serve(routes[path.replace(/[?#].*$/, '')], request, response);
  });
  server.on('connection', () => (connectionCount += 1));
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return {
    origin: `http://${host}`,
    host,
    port,
    requests,
    connections: () => connectionCount,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function serve(route: string | RouteHandler | undefined, request: IncomingMessage, response: ServerResponse) {
  if (route === undefined) {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>Not found</title><p>Not found');
  } else if (typeof route === 'string') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(route);
  } else {
    await route(request, response);
  }
}
