import type { Logger } from 'pino';
import { requireScope, type Authenticate, type Caller } from '../../../services/accounts/authenticate.ts';
import { requireRoleFor } from '../../../services/accounts/members/roles.ts';
import type { RateState, TakeToken } from '../../../services/accounts/rate-limits.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import type { ObserveCall } from '../../../services/core/stages.ts';
import type { Idempotency, StoredResponse } from '../../../services/accounts/idempotency.ts';
import type { CallerAddress } from './caller-address.ts';
import { EventStream } from './event-stream.ts';
import type { Call, Operation } from './operation.ts';
import type { Calls } from '../../../services/telemetry/calls.ts';
import type { Spacing } from '../../../services/concurrency/spacing.ts';
import { createRecorder, isRecorded } from './recorded-events.ts';
import { requestHash } from './request-hash.ts';

const LONGEST_IDEMPOTENCY_KEY = 255;

/** The path of every call of an operation, over either transport. */
export interface CallGate {
  log: Logger;
  calls: Calls;
  authenticate: Authenticate;
  callerAddress: CallerAddress;
  /** Applied to calls whose caller is not yet authenticated, or has no valid key. */
  unauthenticatedCalls: Spacing;
  takeToken: TakeToken;
  idempotency: Idempotency;
  observe?: ObserveCall | undefined;
}

export interface AuthenticatedCall {
  caller: Caller;
  /** Size of its body or message. */
  byteCount: number;
}

/** Told before a refusal, too: a caller learns from it how long to wait. */
type TellRates = (states: readonly RateState[]) => void;

/** @throws ServiceError PERMISSION_DENIED, RATE_LIMITED */
export async function admit(
  { takeToken }: CallGate,
  permitted: PermittedOperation & Pick<Operation, 'rateClass'>,
  { caller, byteCount }: AuthenticatedCall,
  tellRates?: TellRates,
): Promise<void> {
  requirePermission(caller, permitted);
  const { rateClass } = permitted;
  const decision = rateClass && (await takeToken({ caller, rateClass, byteCount }));
  if (!decision) return;
  tellRates?.(decision.states);
  if (!decision.refused) return;
  const { message, retryAfterSeconds } = decision.refused;
  throw new ServiceError('RATE_LIMITED', message, { retryAfterSeconds });
}

/** What the permission for an operation depends on. Without a method it is no operation of REST. */
type PermittedOperation = Pick<Operation, 'scope'> & Partial<Pick<Operation, 'method'>>;

/** @throws ServiceError PERMISSION_DENIED */
export function requirePermission(caller: Caller, { scope, method }: PermittedOperation): void {
  if (caller.role) requireRoleFor(caller.role, { scope, isRead: method === 'GET' });
  if (scope) requireScope(caller, scope);
}

/** The check that a long call repeats: of who makes it, and of the permissions of its key or role. */
export function permitOf(permitted: PermittedOperation, identify: () => Promise<Caller>): () => Promise<Caller> {
  return async () => {
    const caller = await identify();
    requirePermission(caller, permitted);
    return caller;
  };
}

export interface CheckedCall {
  call: Omit<Call<unknown, unknown>, 'operationId'>;
  /** As received: the idempotency key refers to it. */
  rawBody: unknown;
  /** As received; empty means none. */
  idempotencyKey: string | undefined;
}

/** Calls the operation, only once for each key if it is idempotent. Returns its body, or an `EventStream`. */
export async function perform(
  gate: CallGate,
  operation: Operation,
  { call, rawBody, idempotencyKey }: CheckedCall,
): Promise<unknown> {
  const key = operation.idempotent ? usableKey(idempotencyKey) : undefined;
  if (key === undefined) return operation.handle({ ...call, operationId: call.requestId });
  const recorder = createRecorder();
  const handle = async (operationId: string): Promise<StoredResponse> => {
    const body = await operation.handle({ ...call, operationId });
    return {
      httpStatus: operation.success.status,
      body: body instanceof EventStream ? await recorder.record(body) : body,
    };
  };
  const requestSha256 = await requestHash(operation.operationId, rawBody);
  const { orgId } = call.caller;
  const answered = gate.idempotency.once({ orgId, key, requestSha256, operationId: call.requestId }, handle);
  const first = await Promise.race([recorder.begun, answered]);
  if (!(first instanceof EventStream))
    return isRecorded(first.body) ? replayed(first.body.recorded_events) : first.body;
  // The stream itself reports its failure.
  answered.catch(() => undefined);
  return new EventStream(untilKept(first, answered));
}

function replayed(events: readonly unknown[]): EventStream {
  return new EventStream(events, { requestId: requestIdIn(events[0]) });
}

/** A finished stream can be replayed at once, so it ends after its record is stored. */
async function* untilKept({ events }: EventStream, kept: Promise<unknown>): AsyncGenerator {
  yield* events;
  await kept;
}

/** An `Idempotency-Key` as it counts; undefined if there is none. @throws ServiceError INVALID_REQUEST */
export function usableKey(key: string | undefined): string | undefined {
  if (key && key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new ServiceError('INVALID_REQUEST', `Idempotency-Key is longer than ${LONGEST_IDEMPOTENCY_KEY} characters.`);
  }
  return key || undefined;
}

/** The id in an operation's body: a replayed body names the request that created it. */
export function requestIdIn(body: unknown): string | undefined {
  const id = typeof body === 'object' && body !== null && 'request_id' in body ? body.request_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
