import { once } from 'node:events';
import type { sendUnaryData, ServerUnaryCall, ServerWritableStream, StatusObject } from '@grpc/grpc-js';
import { actFor } from '../../services/database/roles/acting.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { staged, stagedWork } from '../../services/core/stages.ts';
import { EventStream } from '../operations/calls/event-stream.ts';
import { admit, perform, permitOf, requestIdIn, type CallGate } from '../operations/calls/perform.ts';
import { guardPermit, type PermitGuard } from '../operations/calls/while-permitted.ts';
import { trailers } from './failure.ts';
import type { Method, StreamMethod } from './method.ts';
import { askedBy, keyIn, requireSize } from './request.ts';
import type { Wire } from '../../sdk/contract/shapes.ts';
import { withScope, type CallScope, type GrpcServing } from './call-scope.ts';
import { decode, encode } from './wire.ts';

export type UnaryCall = ServerUnaryCall<Buffer, Buffer>;
export type StreamCall = ServerWritableStream<Buffer, Buffer>;

/**
 * Takes one call through all checks, in the order of docs/rules.md#order-of-checks, to its operation, and responds with
 * its body.
 */
export async function serveUnary(
  serving: GrpcServing,
  method: Method,
  call: UnaryCall,
  answer: sendUnaryData<Buffer>,
): Promise<void> {
  const refuse = (failure: StatusObject) => answer(failure);
  const come = { desc: method.desc, operationId: method.operation.operationId, call, refuse };
  await withScope(serving, come, async (scope) => {
    const { asked } = await checked(serving, method, { call, scope });
    const body = (await perform(serving.gate, method.operation, asked)) as Wire;
    const bytes = stagedWork(asked.call.stages, 'encode', () => encode(method.desc.output, responseOf(method, body)));
    answer(null, bytes, trailers(requestIdIn(body) ?? scope.requestId));
  });
}

function responseOf({ bodyIn, respond }: Method, body: Wire): Wire {
  return bodyIn ? { [bodyIn]: body } : (respond?.(body) ?? body);
}

/** The same for an operation that responds with events. */
export async function serveStream(
  serving: GrpcServing,
  method: Method | StreamMethod,
  call: StreamCall,
): Promise<void> {
  const refuse = (failure: StatusObject) => call.emit('error', failure);
  const { operationId } = 'open' in method ? method.admission : method.operation;
  await withScope(serving, { desc: method.desc, operationId, call, refuse }, async (scope) => {
    const { messages, requestId = scope.requestId } =
      'open' in method
        ? { messages: await opened(serving, method, { call, scope }) }
        : await performed(serving, method, { call, scope });
    for await (const some of messages)
      for (const message of some) if (!call.write(message)) await drained(call, scope.signal);
    call.end(trailers(requestId));
  });
}

interface Called {
  call: { request: Buffer; metadata: UnaryCall['metadata']; getPeer(): string };
  scope: CallScope;
}

async function checked({ gate }: GrpcServing, method: Method, { call, scope }: Called) {
  const { desc, operation } = method;
  requireSize(call.request, operation.body?.maxBytes);
  const key = keyIn(desc, call.request);
  const stages = gate.observe?.(operation.operationId);
  const origin = { address: addressOf(gate, call) };
  const caller = await staged(stages, 'auth', 'wait', () => gate.authenticate(key, origin));
  scope.orgId = caller.orgId;
  actFor(caller.orgId, { id: caller.keyId, ...origin });
  await admit(gate, operation, { caller, byteCount: call.request.length });
  const { rawBody, ...asked } = stagedWork(stages, 'check', () => askedBy(method, decode(desc.input, call.request)));
  const idempotencyKey = call.metadata.get('idempotency-key').map(String)[0];
  const permit = permitOf(operation, () => gate.authenticate(key, origin));
  const guard = guardPermit(scope.signal, permit);
  const called = {
    caller,
    ...asked,
    requestId: scope.requestId,
    lastEventId: undefined,
    signal: guard.signal,
    permit,
    stages,
  };
  return { asked: { call: called, rawBody, idempotencyKey }, guard };
}

async function performed(
  serving: GrpcServing,
  method: Method,
  called: Called,
): Promise<{ messages: AsyncIterable<readonly Buffer[]>; requestId?: string | undefined }> {
  const { asked, guard } = await checked(serving, method, called);
  const events = await perform(serving.gate, method.operation, asked);
  if (!(events instanceof EventStream)) throw new Error(`${method.operation.operationId} answered without events`);
  return { messages: asMessages(method, events, guard), requestId: events.requestId };
}

async function* asMessages(
  { desc, respondEvent }: Method,
  { events }: EventStream,
  guard: PermitGuard,
): AsyncGenerator<readonly Buffer[]> {
  for await (const event of guard.during(events))
    yield [encode(desc.output, respondEvent?.(event as Wire) ?? (event as Wire))];
}

async function opened(
  { gate }: GrpcServing,
  { desc, admission, open }: StreamMethod,
  { call, scope }: Called,
): Promise<AsyncIterable<readonly Buffer[]>> {
  requireSize(call.request);
  const key = keyIn(desc, call.request);
  const origin = { address: addressOf(gate, call) };
  const permit = permitOf(admission, () => gate.authenticate(key, origin));
  const caller = await permit();
  scope.orgId = caller.orgId;
  actFor(caller.orgId, { id: caller.keyId, ...origin });
  await admit(gate, admission, { caller, byteCount: call.request.length });
  const guard = guardPermit(scope.signal, permit);
  return guard.during(open(decode(desc.input, call.request), { caller, signal: guard.signal, permit }));
}

/** A peer is `203.0.113.7:50512` or `[2001:db8::7]:50512`. */
function addressOf({ callerAddress }: CallGate, call: Called['call']): string {
  const connection = call
    .getPeer()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  return callerAddress(connection, call.metadata.get('x-forwarded-for').join(','));
}

/** Resolves once the client has read the written data. @throws the signal's reason */
async function drained(call: StreamCall, signal: AbortSignal): Promise<void> {
  await once(call, 'drain', { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('CANCELLED', 'The client disconnected.', { cause: error });
  });
}
