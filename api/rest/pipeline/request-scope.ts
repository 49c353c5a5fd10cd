import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { ServiceError } from '../../../services/core/errors.ts';
import { newId } from '../../../services/core/ids.ts';
import { CALL_OK } from '../../../services/telemetry/calls.ts';
import { actingForCaller } from '../../../services/database/roles/acting.ts';
import { withTrail } from '../../../services/telemetry/trail.ts';
import type { CallGate } from '../../operations/calls/perform.ts';
import type { State } from './state.ts';

/** Gives each request its id, its signal and its trail, and writes one log line at its end. */
export function requestScope(
  { calls, callerAddress }: Pick<CallGate, 'calls' | 'callerAddress'>,
  log: Logger,
  stopping: AbortSignal,
) {
  return async (ctx: Context & { state: State }, next: Next): Promise<void> => {
    const startedAt = performance.now();
    ctx.state.requestId = newId('req');
    // Read at once: a socket that was closed has none, and a stream's key is checked to the end.
    ctx.state.address = callerAddress(ctx.req.socket.remoteAddress ?? '', ctx.get('x-forwarded-for'));
    ctx.state.observed = calls.begin({
      transport: 'rest',
      requestId: ctx.state.requestId,
      traceparent: ctx.get('traceparent'),
    });
    ctx.state.signal = AbortSignal.any([signalOfCaller(ctx), stopping]);
    ctx.set('x-request-id', ctx.state.requestId);
    const { trail } = ctx.state.observed;
    ctx.res.once('close', () => withTrail(trail, () => ended(log, ctx, startedAt)));
    await withTrail(trail, () => actingForCaller(next));
  };
}

function signalOfCaller(ctx: Context): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort(new ServiceError('CANCELLED', 'The client disconnected.'));
  });
  return gone.signal;
}

function ended(log: Logger, ctx: Context & { state: State }, startedAt: number): void {
  const { observed, errorCode = CALL_OK } = ctx.state;
  observed.end(ctx.res.writableFinished ? errorCode : 'CANCELLED');
  const ms = Math.round(performance.now() - startedAt);
  const line = {
    method: ctx.method,
    path: ctx.state.loggedPath ?? ctx.path,
    status: ctx.res.writableFinished ? ctx.status : 499,
    ms,
    org_id: ctx.state.orgId,
    request_id: ctx.state.requestId,
    caller_request_id: ctx.get('x-request-id') || undefined,
  };
  log.info(line, `${line.method} ${line.path} ${line.status} ${ms} ms`);
}
