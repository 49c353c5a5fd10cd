import { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { FindOperation } from '../operations/calls/find-operation.ts';
import type { RouterContext } from '@koa/router';
import { hasScope } from '../../services/accounts/authenticate.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { callInProcess } from '../operations/calls/call-in-process.ts';
import type { McpEndpoint } from '../mcp/endpoint.ts';
import { createOpenCalls, type OpenCalls } from '../mcp/open-calls.ts';
import { createMcpServer } from '../mcp/server.ts';
import { MEBIBYTE } from '../operations/calls/operation.ts';
import { atClose } from './pipeline/at-close.ts';
import { identifyCaller } from './pipeline/identify.ts';
import { readBody } from './pipeline/read-body.ts';
import type { RestServing } from './pipeline/serve.ts';
import type { State } from './pipeline/state.ts';

// The arguments of `index` are the largest.
const MOST_BYTES = 16 * MEBIBYTE;
const METHODS = ['GET', 'POST', 'DELETE'];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface McpRouteOptions extends RestServing {
  endpoint: McpEndpoint;
  find: FindOperation;
  version: string;
  /** The host on which the API listens. */
  host: string;
}

/** MCP over streamable HTTP, with the key in a header. @see docs/rules.md#mcp */
export function mcpRoute(router: Router<State>, options: McpRouteOptions): void {
  const openCalls = createOpenCalls();
  router.register('/mcp', METHODS, (ctx) => serveMcp({ ...options, openCalls }, ctx));
}

async function serveMcp(
  { endpoint, version, host, find, openCalls, ...serving }: McpRouteOptions & { openCalls: OpenCalls },
  ctx: RouterContext<State>,
): Promise<void> {
  const { gate } = serving;
  ctx.state.observed.named('mcp');
  if (endpoint.isClosing()) throw new ServiceError('UNAVAILABLE', 'The service is stopping. Try again.');
  requireOrigin(ctx.get('origin'), host);
  const { address, signal } = ctx.state;
  ctx.set('www-authenticate', 'Bearer');
  const { caller, identify } = await identifyCaller(serving, ctx);
  ctx.remove('www-authenticate');
  // The end of a session makes room, so it is never one too many.
  const endCall = ctx.method === 'DELETE' ? undefined : openCalls.begin(caller.keyId);
  let keyCheck: NodeJS.Timeout | undefined;
  // One listener: the transports of a response add theirs, up to the number of which Node warns.
  atClose(ctx, () => {
    endCall?.();
    clearInterval(keyCheck);
  });
  const limits = { ...gate, ...serving, maxBytes: MOST_BYTES, isAuthenticated: true };
  const body = ctx.method === 'POST' ? (await readBody(ctx.req, limits)).members : undefined;
  const mayCall = (operationId: string) => {
    const { scope } = find(operationId);
    return scope === undefined || hasScope(caller, scope);
  };
  const call = callInProcess(gate, find, { address, identify });
  const createServer = () => createMcpServer({ version, call, mayCall, isStopping: endpoint.isClosing });
  const response = await endpoint.serve(requestOf(ctx, signal), body, { keyId: caller.keyId, createServer });
  write(response, ctx);
  if (!ctx.res.closed) keyCheck = endWithKey(ctx, identify);
}

const CHECK_EVERY_MS = 500;

/** A response that streams ends within a second of its key. @returns the timer of the checks */
const endWithKey = ({ res }: RouterContext<State>, identify: () => Promise<unknown>): NodeJS.Timeout =>
  setInterval(() => void identify().catch(() => res.destroy()), CHECK_EVERY_MS).unref();

/** A page of another site cannot call with the key of its visitor. @throws ServiceError PERMISSION_DENIED */
function requireOrigin(origin: string, host: string): void {
  if (origin === '') return;
  const { hostname } = URL.parse(origin) ?? {};
  if (hostname === undefined || (hostname !== host && !LOOPBACK.has(hostname)))
    throw new ServiceError('PERMISSION_DENIED', 'Pages of this origin may not call MCP.');
}

function requestOf(ctx: RouterContext<State>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.headers)) if (value !== undefined) headers.set(name, String(value));
  return new Request(new URL(ctx.url, 'http://localhost'), { method: ctx.method, headers, signal });
}

function write(response: Response, ctx: RouterContext<State>): void {
  ctx.status = response.status;
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.body = response.body ? Readable.fromWeb(response.body) : null;
  // Koa takes a status without a body for 204.
  ctx.status = response.status;
}
