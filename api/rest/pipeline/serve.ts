import type { RouterContext } from '@koa/router';
import type { Caller } from '../../../services/accounts/authenticate.ts';
import type { RateState } from '../../../services/accounts/rate-limits.ts';
import { EventStream } from '../../operations/calls/event-stream.ts';
import { parseRequest } from '../../operations/calls/parse-request.ts';
import type { Operation } from '../../operations/calls/operation.ts';
import { admit, perform, permitOf, requestIdIn, type CallGate } from '../../operations/calls/perform.ts';
import { bodyKey, headerKey } from './api-key.ts';
import { declaredBytes, readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import type { NextRound } from '../../../services/concurrency/rounds.ts';
import { sendEvents } from './send-events.ts';
import type { State } from './state.ts';

export interface RestServing {
  gate: CallGate;
  nextRound: NextRound;
}

/** Takes one request through all checks, in the order of docs/rules.md#order-of-checks, to its operation. */
export async function serve(
  { gate, nextRound }: RestServing,
  operation: Operation,
  ctx: RouterContext<State>,
): Promise<void> {
  ctx.state.errorStyle = operation.errorStyle;
  let key = headerKey(ctx.req);
  let caller: Caller | undefined;
  if (key !== undefined || !operation.body?.carriesKey)
    caller = await gate.authenticate(key, declaredBytes(ctx.req, operation.body?.maxBytes ?? 0));
  const sent =
    operation.body &&
    (await readBody(ctx.req, {
      maxBytes: operation.body.maxBytes,
      isAuthenticated: caller !== undefined,
      unauthenticatedCalls: gate.unauthenticatedCalls,
      nextRound,
    }));
  const rawBody = sent?.members;
  key ??= bodyKey(rawBody);
  caller ??= await gate.authenticate(key);
  ctx.state.orgId = caller.orgId;
  setRateHeaders(ctx, admit(gate, operation, { caller, byteCount: sent?.byteCount ?? 0 }));
  const body = operation.body && parseRequest(operation.body.schema, rawBody);
  const query = readQuery(ctx.querystring, operation.query);
  const { requestId, signal } = ctx.state;
  const call = {
    caller,
    body,
    query,
    params: ctx.params,
    requestId,
    lastEventId: ctx.get('last-event-id') || undefined,
    signal,
    permit: permitOf(gate, operation, key),
  };
  const answered = await perform(gate, operation, { call, rawBody, idempotencyKey: ctx.get('idempotency-key') });
  if (answered instanceof EventStream) return stream(gate, answered, ctx);
  ctx.status = operation.success.status;
  ctx.body = answered;
  // Header and body must agree.
  const answeredId = requestIdIn(answered);
  if (answeredId !== undefined) ctx.set('x-request-id', answeredId);
}

/** Koa would delay events until it knows how the response ends, so they are written directly. */
async function stream({ log }: CallGate, events: EventStream, ctx: RouterContext<State>): Promise<void> {
  ctx.respond = false;
  if (events.requestId !== undefined) ctx.set('x-request-id', events.requestId);
  await sendEvents(ctx.res, events, { state: ctx.state, log });
}

function setRateHeaders(ctx: RouterContext<State>, state: RateState | undefined): void {
  if (!state) return;
  ctx.set('ratelimit-policy', `"default";q=${state.limit};w=${state.windowSeconds}`);
  ctx.set('ratelimit', `"default";r=${state.remaining};t=${state.windowSeconds}`);
}
