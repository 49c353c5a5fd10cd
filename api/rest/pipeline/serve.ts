import type { RouterContext } from '@koa/router';
import { WINDOW_SECONDS, type RateState } from '../../../services/accounts/rate-limits.ts';
import { actFor } from '../../../services/database/roles/acting.ts';
import { staged, stagedWork } from '../../../services/core/stages.ts';
import { EventStream } from '../../operations/calls/event-stream.ts';
import { guardPermit, type PermitGuard } from '../../operations/calls/while-permitted.ts';
import { TextBody } from '../../operations/calls/text-body.ts';
import { parseRequest } from '../../operations/calls/parse-request.ts';
import type { Operation } from '../../operations/calls/operation.ts';
import {
  admit,
  perform,
  permitOf,
  requestIdIn,
  requirePermission,
  type CallGate,
} from '../../operations/calls/perform.ts';
import { atClose } from './at-close.ts';
import { identifyByBody, identifyByHeaders, type Identification } from './identify.ts';
import { declaredBytes, isForm, readBody, type BodyLimits, type SentBody } from './read-body.ts';
import { readForm } from './read-form.ts';
import { readQuery } from './read-query.ts';
import type { NextRound } from '../../../services/concurrency/rounds.ts';
import { sendEvents } from './send-events.ts';
import type { State } from './state.ts';

export interface RestServing extends Identification {
  gate: CallGate;
  nextRound: NextRound;
}

/** Takes one request through all checks, in the order of docs/rules.md#order-of-checks, to its operation. */
export async function serve(serving: RestServing, operation: Operation, ctx: RouterContext<State>): Promise<void> {
  const { gate, nextRound } = serving;
  ctx.state.errorStyle = operation.errorStyle;
  ctx.state.observed.named(operation.operationId);
  const stages = gate.observe?.(operation.operationId);
  const sentBy = { request: ctx.req, address: ctx.state.address };
  const byHeaders = identifyByHeaders(serving, operation, sentBy);
  const maxBytes = maxBytesOf(operation, ctx);
  const unreadBytes = declaredBytes(ctx.req, maxBytes);
  const known = byHeaders && (await staged(stages, 'auth', 'wait', () => byHeaders(unreadBytes)));
  const limits = {
    maxBytes,
    isAuthenticated: known !== undefined,
    unauthenticatedCalls: gate.unauthenticatedCalls,
    nextRound,
  };
  // A form is spooled to the disk, which is not for a key that may not send it.
  if (known && isFormFor(operation, ctx)) requirePermission(known, operation);
  const sent = operation.body && (await staged(stages, 'body', 'wait', () => readSent(operation, ctx, limits)));
  disposeAfter(ctx, sent);
  const rawBody = sent?.members;
  const identify = byHeaders ?? identifyByBody(serving, sentBy, rawBody);
  const caller = known ?? (await staged(stages, 'auth', 'wait', () => identify()));
  ctx.state.orgId = caller.orgId;
  actFor(caller.orgId, { id: caller.keyId, address: ctx.state.address });
  const rated = { caller, byteCount: sent?.byteCount ?? 0 };
  await staged(stages, 'rate', 'wait', () => admit(gate, operation, rated, (states) => setRateHeaders(ctx, states)));
  const { body: bodyOf } = operation;
  const body = bodyOf && stagedWork(stages, 'check', () => parseRequest(bodyOf.schema, rawBody));
  const query = readQuery(ctx.querystring, operation.query);
  const { requestId } = ctx.state;
  const permit = permitOf(operation, identify);
  const guard = guardPermit(ctx.state.signal, permit);
  const call = {
    caller,
    body,
    query,
    params: ctx.params,
    requestId,
    lastEventId: ctx.get('last-event-id') || undefined,
    signal: guard.signal,
    permit,
    stages,
  };
  const answered = await perform(gate, operation, { call, rawBody, idempotencyKey: ctx.get('idempotency-key') });
  if (answered instanceof EventStream) return stream(gate, { answered, guard }, ctx);
  ctx.status = operation.success.status;
  if (answered instanceof TextBody) ctx.set('content-type', answered.contentType);
  ctx.body = answered instanceof TextBody ? answered.text : jsonBytes(answered, ctx);
  // Header and body must agree.
  const answeredId = requestIdIn(answered);
  if (answeredId !== undefined) ctx.set('x-request-id', answeredId);
  if (stages) ctx.res.once('close', stages.begin('write', 'work'));
}

/** Koa would encode the text twice, once to count its bytes. */
function jsonBytes(answered: unknown, ctx: RouterContext<State>): Buffer | undefined {
  if (answered === undefined) return undefined;
  ctx.type = 'json';
  return Buffer.from(JSON.stringify(answered));
}

const isFormFor = ({ body }: Operation, { req }: RouterContext<State>) => body?.form !== undefined && isForm(req);

function maxBytesOf(operation: Operation, ctx: RouterContext<State>): number {
  const { form, maxBytes = 0 } = operation.body ?? {};
  return form && isFormFor(operation, ctx) ? form.maxBytes : maxBytes;
}

function readSent(operation: Operation, ctx: RouterContext<State>, limits: BodyLimits): Promise<SentBody> {
  const form = operation.body?.form;
  return form && isFormFor(operation, ctx) ? readForm(ctx.req, form) : readBody(ctx.req, limits);
}

/** The files of a form are needed until the call has ended. */
function disposeAfter(ctx: RouterContext<State>, sent: SentBody | undefined): void {
  // A deletion that fails leaves a file of the system's temporary folder, and harms no call.
  atClose(ctx, () => void sent?.dispose?.().catch(() => undefined));
}

/** Koa would delay events until it knows how the response ends, so they are written directly. */
async function stream({ log }: CallGate, { answered, guard }: Streamed, ctx: RouterContext<State>): Promise<void> {
  ctx.respond = false;
  const { events, framing, requestId } = answered;
  if (requestId !== undefined) ctx.set('x-request-id', requestId);
  await sendEvents(ctx.res, { events: guard.during(events), framing }, { state: ctx.state, log });
}

interface Streamed {
  answered: EventStream;
  guard: PermitGuard;
}

/** By draft-ietf-httpapi-ratelimit-headers-10: lists of structured fields, one item for each bucket. */
function setRateHeaders(ctx: RouterContext<State>, states: readonly RateState[]): void {
  const policies = states.map(({ policy, unit, limit }) => {
    const ofUnit = unit === 'requests' ? '' : `;qu="${unit}"`;
    return `"${policy}";q=${limit}${ofUnit};w=${WINDOW_SECONDS}`;
  });
  const left = states.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`);
  ctx.set('ratelimit-policy', policies.join(', '));
  ctx.set('ratelimit', left.join(', '));
}
