import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsListener {
  /** Where Prometheus finds the metrics: `http://127.0.0.1:9464/metrics`. */
  url: string;
  close(): Promise<void>;
}

export interface MetricsListenerOptions {
  host: string;
  /** 0: the system chooses. */
  port: number;
  contentType: string;
  text(): Promise<string>;
}

const PATH = '/metrics';
const NOT_FOUND = `Nothing is here. The metrics are at ${PATH}.\n`;

/** Serves the metrics of this process. @throws Error saying what to do if the port is unavailable */
export async function listenMetrics(options: MetricsListenerOptions): Promise<MetricsListener> {
  const { host, port } = options;
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (request.method === 'GET' && path === PATH) void answer(response, options);
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(NOT_FOUND);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(whyNot(error, options), { cause: error });
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${given}${PATH}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  response: ServerResponse,
  { text, contentType }: Pick<MetricsListenerOptions, 'text' | 'contentType'>,
): Promise<void> {
  try {
    const body = await text();
    response.writeHead(200, { 'content-type': contentType }).end(body);
  } catch {
    response.writeHead(500).end();
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException, { host, port }: MetricsListenerOptions): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set QUARRY_METRICS_PORT to another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Correct QUARRY_METRICS_HOST.`;
  return `The metrics cannot be served on ${host}:${port}: ${message}`;
}
