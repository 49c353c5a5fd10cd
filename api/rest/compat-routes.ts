import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { ForeignEndpoint, ForeignService } from '../compat/foreign-call.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { FIRECRAWL } from '../compat/firecrawl.ts';
import { JINA } from '../compat/jina.ts';
import { TAVILY } from '../compat/tavily.ts';
import type { FindOperation } from '../operations/calls/find-operation.ts';
import { callInProcess, type JsonBody } from '../operations/calls/call-in-process.ts';
import { toServiceError } from '../operations/calls/failure.ts';
import { MEBIBYTE } from '../operations/calls/operation.ts';
import { httpStatus } from './pipeline/failure.ts';
import { identifyCaller } from './pipeline/identify.ts';
import { readBody } from './pipeline/read-body.ts';
import type { RestServing } from './pipeline/serve.ts';
import type { State } from './pipeline/state.ts';

/** Calls in the shapes of other services, so that an application moves by changing its base URL. @see docs/compat.md */
export function compatRoutes(router: Router<State>, serving: RestServing, find: FindOperation): void {
  for (const service of [TAVILY, JINA, FIRECRAWL])
    for (const endpoint of service.endpoints)
      router.register(endpoint.path, [endpoint.method], (ctx) => answer(serving, find, { service, endpoint }, ctx));
}

interface Called {
  service: ForeignService;
  endpoint: ForeignEndpoint;
}

async function answer(
  serving: RestServing,
  find: FindOperation,
  { service: { failures }, endpoint }: Called,
  ctx: RouterContext<State>,
): Promise<void> {
  const { requestId, signal } = ctx.state;
  ctx.state.observed.named(endpoint.path);
  // An address in the path may hold a secret.
  ctx.state.loggedPath = endpoint.path;
  try {
    const answered = await called(serving, find, endpoint, ctx);
    ctx.body = 'text' in answered ? answered.text : answered;
  } catch (thrown) {
    const error = toServiceError(thrown, { log: serving.gate.log, requestId, signal });
    ctx.state.errorCode = error.code;
    ctx.status = failures.statusOf(error) ?? httpStatus(error);
    if (error.retryAfterSeconds !== undefined) ctx.set('retry-after', String(error.retryAfterSeconds));
    ctx.body = failures.bodyOf(error, requestId);
  }
}

async function called(
  serving: RestServing,
  find: FindOperation,
  endpoint: ForeignEndpoint,
  ctx: RouterContext<State>,
): Promise<JsonBody> {
  const { gate } = serving;
  if (ctx.method === 'HEAD')
    throw new ServiceError('UNIMPLEMENTED', 'This path does not accept HEAD.', { refusal: 'method_not_allowed' });
  const { address, requestId, signal } = ctx.state;
  const { identify } = await identifyCaller(serving, ctx);
  const limits = { ...gate, ...serving, maxBytes: MEBIBYTE, isAuthenticated: true };
  const input =
    ctx.method === 'POST'
      ? (await readBody(ctx.req, limits)).members
      : { url: ctx.url, accepts: ctx.accepts('text', 'json') };
  // The clients of Firecrawl send their own header.
  const idempotencyKey = ctx.get('idempotency-key') || ctx.get('x-idempotency-key');
  return endpoint.handle({
    input,
    params: ctx.params,
    query: ctx.URL.searchParams,
    call: callInProcess(gate, find, { address, identify, idempotencyKey }),
    requestId,
    signal,
  });
}
