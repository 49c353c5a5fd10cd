import type { DescMethod } from '@bufbuild/protobuf';
import { status, type Metadata, type StatusObject } from '@grpc/grpc-js';
import { actingForCaller } from '../../services/database/roles/acting.ts';
import { ServiceError } from '../../services/core/errors.ts';
import { newId } from '../../services/core/ids.ts';
import { CALL_OK } from '../../services/telemetry/calls.ts';
import { withTrail } from '../../services/telemetry/trail.ts';
import { toServiceError } from '../operations/calls/failure.ts';
import type { CallGate } from '../operations/calls/perform.ts';
import { statusOf } from './failure.ts';

/** State that the calls of a server share. */
export interface GrpcServing {
  gate: CallGate;
  /** Aborts all calls when the server cannot wait any longer. */
  stopping: AbortSignal;
}

/** Properties of a call before authentication. */
export interface CallScope {
  requestId: string;
  /** Aborts when the client disconnects, its deadline passes or the server stops. */
  signal: AbortSignal;
  /** Set once known, for the log line. */
  orgId?: string;
}

interface AnyCall {
  metadata: Metadata;
  cancelled: boolean;
  on(event: 'cancelled', listener: () => void): unknown;
}

/** An incoming call, and the callback for its failure. */
export interface IncomingCall {
  desc: DescMethod;
  /** Names the operation for operators. */
  operationId: string;
  call: AnyCall;
  refuse(failure: StatusObject): void;
}

/**
 * Gives a call its id, its signal and its trail, reports its failure, and writes one log line at its end. No internal message can
 * leak.
 */
export async function withScope(
  serving: GrpcServing,
  come: IncomingCall,
  work: (scope: CallScope) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const gone = new AbortController();
  come.call.on('cancelled', () =>
    gone.abort(new ServiceError('CANCELLED', 'The client disconnected, or its deadline has passed.')),
  );
  const scope: CallScope = { requestId: newId('req'), signal: AbortSignal.any([gone.signal, serving.stopping]) };
  const observed = serving.gate.calls.begin({
    transport: 'grpc',
    requestId: scope.requestId,
    traceparent: come.call.metadata.get('traceparent').map(String)[0],
  });
  observed.named(come.operationId);
  await withTrail(observed.trail, async () => {
    const { code, errorCode } = await served(serving, come, () => actingForCaller(() => work(scope)), scope);
    observed.end(errorCode);
    logLine(serving, come, { scope, code, ms: Math.round(performance.now() - startedAt) });
  });
}

async function served(
  { gate: { log } }: GrpcServing,
  { refuse }: IncomingCall,
  work: () => Promise<void>,
  scope: CallScope,
): Promise<{ code: status; errorCode: string }> {
  try {
    await work();
    return { code: status.OK, errorCode: CALL_OK };
  } catch (thrown) {
    const error = toServiceError(thrown, { log, ...scope });
    const failure = statusOf(error, scope.requestId);
    refuse(failure);
    return { code: failure.code, errorCode: error.code };
  }
}

interface Ended {
  scope: CallScope;
  code: status;
  ms: number;
}

function logLine({ gate: { log } }: GrpcServing, { desc, call }: IncomingCall, { scope, code, ms }: Ended): void {
  const method = `/${desc.parent.typeName}/${desc.name}`;
  const line = {
    method,
    status: status[code],
    ms,
    org_id: scope.orgId,
    request_id: scope.requestId,
    caller_request_id: call.metadata.get('x-request-id').map(String)[0],
  };
  log.info(line, `${method} ${line.status} ${ms} ms`);
}
