import { createHash } from 'node:crypto';
import type { RouterContext } from '@koa/router';
import type { Logger } from 'pino';
import { requireScope, type Authenticate, type Caller } from '../../../services/accounts/authenticate.ts';
import type { RateState, TakeToken } from '../../../services/accounts/rate-limits.ts';
import { ServiceError } from '../../../services/errors.ts';
import type { Idempotency, StoredResponse } from '../../../services/idempotency/idempotency.ts';
import { parseRequest } from '../../../services/validation.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { EventStream } from '../event-stream.ts';
import { bodyKey, headerKey } from './api-key.ts';
import { canonicalJson } from './canonical-json.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { createRecorder, isRecorded } from './recorded-events.ts';
import { sendEvents } from './send-events.ts';
import type { State } from './state.ts';

const LONGEST_IDEMPOTENCY_KEY = 255;

export interface Gate {
  log: Logger;
  authenticate: Authenticate;
  takeToken: TakeToken;
  idempotency: Idempotency;
}

/** Takes one request through all checks, in the order of decisions 1, to its handler. */
export async function serve(gate: Gate, endpoint: Endpoint, ctx: RouterContext<State>): Promise<void> {
  ctx.state.errorStyle = endpoint.errorStyle;
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
  const call = { caller, body, query, params: ctx.params, requestId: ctx.state.requestId, lastEventId: ctx.get('last-event-id') || undefined, signal: ctx.state.signal };
  const answered = await answer(gate, endpoint, { ctx, call, rawBody });
  if (answered instanceof EventStream) return stream(gate, answered, ctx);
  ctx.status = endpoint.success.status;
  ctx.body = answered;
  // A replayed response names the request that made it; header and body must agree.
  const requestId = requestIdIn(answered);
  if (requestId !== undefined) ctx.set('x-request-id', requestId);
}

/** Koa would hold events back until it knows how the response ends, so they are written past it. */
async function stream({ log }: Gate, events: EventStream, ctx: RouterContext<State>): Promise<void> {
  ctx.respond = false;
  await sendEvents(ctx.res, events, { state: ctx.state, log });
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

async function answer(gate: Gate, endpoint: Endpoint, { ctx, call, rawBody }: Checked): Promise<unknown> {
  const key = endpoint.idempotent ? idempotencyKey(ctx) : undefined;
  if (key === undefined) return endpoint.handle({ ...call, operationId: call.requestId });
  const recorder = createRecorder();
  const handle = async (operationId: string): Promise<StoredResponse> => {
    const body = await endpoint.handle({ ...call, operationId });
    return { httpStatus: endpoint.success.status, body: body instanceof EventStream ? await recorder.record(body) : body };
  };
  const requestSha256 = createHash('sha256').update(`${endpoint.operationId}\n${canonicalJson(rawBody)}`).digest('hex');
  const { orgId } = call.caller;
  const answered = gate.idempotency.once({ orgId, key, requestSha256, operationId: call.requestId }, handle);
  const first = await Promise.race([recorder.begun, answered]);
  if (!(first instanceof EventStream)) return isRecorded(first.body) ? new EventStream(first.body.recorded_events) : first.body;
  // Whoever follows the stream is told of a failure by it.
  answered.catch(() => undefined);
  return new EventStream(untilKept(first, answered));
}

/** A stream that has ended can be replayed at once, so it ends when its record is kept. */
async function* untilKept({ events }: EventStream, kept: Promise<unknown>): AsyncGenerator {
  yield* events;
  await kept;
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
