import { createHash } from 'node:crypto';
import type { RouterContext } from '@koa/router';
import { requireScope, type Authenticate, type Caller } from '../../../services/accounts/authenticate.ts';
import type { RateState, TakeToken } from '../../../services/accounts/rate-limits.ts';
import { ServiceError } from '../../../services/errors.ts';
import type { Idempotency, StoredResponse } from '../../../services/idempotency/idempotency.ts';
import { parseRequest } from '../../../services/validation.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { bodyKey, headerKey } from './api-key.ts';
import { canonicalJson } from './canonical-json.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { State } from './state.ts';

const LONGEST_IDEMPOTENCY_KEY = 255;

export interface Gate {
  authenticate: Authenticate;
  takeToken: TakeToken;
  idempotency: Idempotency;
}

/** Takes one request through all checks, in the order of decisions 1, to its handler. */
export async function serve(gate: Gate, endpoint: Endpoint, ctx: RouterContext<State>): Promise<void> {
  const key = headerKey(ctx.req);
  let caller: Caller | undefined;
  if (key !== undefined || !endpoint.body?.carriesKey) caller = await gate.authenticate(key);
  const rawBody = endpoint.body && (await readBody(ctx.req, endpoint.body.maxBytes));
  caller ??= await gate.authenticate(bodyKey(rawBody));
  ctx.state.orgId = caller.orgId;
  if (endpoint.scope) requireScope(caller, endpoint.scope);
  if (endpoint.rateClass) setRateHeaders(ctx, gate.takeToken(caller.keyId, endpoint.rateClass));
  const body = endpoint.body && parseRequest(endpoint.body.schema, rawBody);
  const query = readQuery(ctx.querystring, endpoint.query);
  const call = { caller, body, query, params: ctx.params, requestId: ctx.state.requestId, signal: ctx.state.signal };
  const response = await answer(gate, endpoint, { ctx, call, rawBody });
  ctx.status = response.httpStatus;
  ctx.body = response.body;
  // A replayed response names the request that made it; header and body must agree.
  const requestId = requestIdIn(response.body);
  if (requestId !== undefined) ctx.set('x-request-id', requestId);
}

function requestIdIn(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined;
  return typeof id === 'string' ? id : undefined;
}

interface Checked {
  ctx: RouterContext<State>;
  call: Omit<Call<unknown, unknown>, 'operationId'>;
  rawBody: unknown;
}

async function answer(gate: Gate, endpoint: Endpoint, { ctx, call, rawBody }: Checked): Promise<StoredResponse> {
  const handle = async (operationId: string): Promise<StoredResponse> => ({
    httpStatus: endpoint.success.status,
    body: await endpoint.handle({ ...call, operationId }),
  });
  const key = endpoint.idempotent ? idempotencyKey(ctx) : undefined;
  if (key === undefined) return handle(call.requestId);
  const requestSha256 = createHash('sha256').update(`${endpoint.operationId}\n${canonicalJson(rawBody)}`).digest('hex');
  const { orgId } = call.caller;
  return gate.idempotency.once({ orgId, key, requestSha256, operationId: call.requestId }, handle);
}

function idempotencyKey(ctx: RouterContext<State>): string | undefined {
  const key = ctx.get('idempotency-key');
  if (key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new ServiceError('INVALID_REQUEST', `Idempotency-Key is longer than ${LONGEST_IDEMPOTENCY_KEY} characters.`);
  }
  return key || undefined;
}

function setRateHeaders(ctx: RouterContext<State>, state: RateState | undefined): void {
  if (!state) return;
  ctx.set('ratelimit-policy', `"default";q=${state.limit};w=${state.windowSeconds}`);
  ctx.set('ratelimit', `"default";r=${state.remaining};t=${state.windowSeconds}`);
}
