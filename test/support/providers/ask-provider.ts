import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createProviders } from '../../../services/providers/create-providers.ts';
import type { ProviderName } from '../../../services/providers/names.ts';
import type { ProviderSetAnswer } from '../../../services/providers/provider-set.ts';
import type { ProviderOptions } from '../../../services/providers/port/provider.ts';
import type { Scope } from '../../../services/query/scopes.ts';

/** A request that the service received. */
export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
}

/** An object is sent as JSON with status 200. */
export type Reply = object | PlainReply;

interface PlainReply {
  status?: number;
  headers?: Record<string, string>;
  text: string;
}

export interface Question {
  name: ProviderName;
  scope: Scope;
  query?: string;
  bounds?: Partial<ProviderOptions>;
  key?: string;
}

export interface Answered extends ProviderSetAnswer {
  /** The requests without probes, which have no query and no body. */
  asked: Asked[];
}

const NOW_MS = Date.parse('2025-03-04T05:06:07Z');

/** Sends one query through a provider to a real server on loopback in place of the service. */
export async function askProvider(
  { name, scope, query = 'carrara marble', bounds = {}, key }: Question,
  reply: (asked: Asked) => Reply,
): Promise<Answered> {
  const asked: Asked[] = [];
  const service = await startService(reply, asked);
  const outside = createProviders({
    chosen: [name],
    urls: { [name]: service.origin },
    keys: { [name]: key },
    hasContact: true,
    userAgent: 'Quarry/test (+mailto:operator@example.com)',
    clock: { now: () => new Date(NOW_MS) },
  });
  try {
    await outside.probed();
    asked.length = 0;
    const unbounded = {
      limit: 10,
      fromMs: undefined,
      beforeMs: undefined,
      includeDomains: [],
      excludeDomains: [],
      nowMs: NOW_MS,
    };
    const answer = await outside.search(scope, query, {
      ...unbounded,
      ...bounds,
      tier: 'pro',
      signal: AbortSignal.timeout(20_000),
    });
    return { ...answer, asked };
  } finally {
    await outside.close();
    await service.close();
  }
}

/** A server on loopback that responds to every path. */
export async function startService(
  reply: (asked: Asked) => Reply,
  asked: Asked[] = [],
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await askedBy(request);
    asked.push(one);
    const given = reply(one);
    const {
      status = 200,
      headers = {},
      text: sent,
    }: PlainReply = 'text' in given ? given : { text: JSON.stringify(given) };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closed(server) };
}

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const body = await text(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.example');
  const { method = '', headers } = request;
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers,
    body: body === '' ? undefined : JSON.parse(body),
  };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
