import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A proxy before the service, which fails as a test says. */
export interface FaultyFront {
  url: string;
  /** The headers of the requests to a path, in order. */
  requestsTo(path: string): IncomingMessage['headers'][];
  close(): Promise<void>;
}

/**
 * What happens to the first request to a path: it is refused, held without an answer, kept by a service whose answer
 * does not come, answered by a response that is lost, or cut after its first event.
 */
type Fault = 'refused' | 'held' | 'kept' | 'lost' | 'cut';

/** @param faults by the end of a path */
export async function startFaultyFront(service: string, faults: Record<string, Fault>): Promise<FaultyFront> {
  const seen: Array<{ path: string; headers: IncomingMessage['headers'] }> = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    const isFirst = !seen.some((earlier) => earlier.path === path);
    seen.push({ path, headers: request.headers });
    const [, fault] = (isFirst && Object.entries(faults).find(([end]) => path.endsWith(end))) || [];
    if (fault === 'refused') response.writeHead(503, { 'retry-after': '0' }).end('away');
    else if (fault !== 'held') forward(service, request, response, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestsTo: (end) => seen.filter(({ path }) => path.endsWith(end)).map(({ headers }) => headers),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function forward(service: string, request: IncomingMessage, response: ServerResponse, fault?: Fault): void {
  const { method, headers } = request;
  const beyond = ask(new URL(request.url ?? '/', service), { method, headers }, (answer) => {
    if (fault === 'kept') return;
    if (fault === 'lost') return void response.destroy();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault === 'cut') answer.once('data', (bytes) => response.write(bytes, () => response.destroy()));
    else answer.pipe(response);
  });
  response.on('close', () => beyond.destroy());
  beyond.on('error', () => response.destroy());
  request.pipe(beyond);
}
