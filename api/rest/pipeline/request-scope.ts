import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { ServiceError } from '../../../services/core/errors.ts';
import { newId } from '../../../services/core/ids.ts';
import type { State } from './state.ts';

/** Gives each request its id and its signal, and writes one log line at its end. */
export function requestScope(log: Logger, stopping: AbortSignal) {
  return async (ctx: Context & { state: State }, next: Next): Promise<void> => {
    const startedAt = performance.now();
    ctx.state.requestId = newId('req');
    ctx.state.signal = AbortSignal.any([signalOfCaller(ctx), stopping]);
    ctx.set('x-request-id', ctx.state.requestId);
    ctx.res.once('close', () => logLine(log, ctx, startedAt));
    await next();
  };
}

function signalOfCaller(ctx: Context): AbortSignal {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort(new ServiceError('CANCELLED', 'The client disconnected.'));
  });
  return gone.signal;
}

function logLine(log: Logger, ctx: Context & { state: State }, startedAt: number): void {
  const ms = Math.round(performance.now() - startedAt);
  const line = {
    method: ctx.method,
    path: ctx.path,
    status: ctx.res.writableFinished ? ctx.status : 499,
    ms,
    org_id: ctx.state.orgId,
    request_id: ctx.state.requestId,
    caller_request_id: ctx.get('x-request-id') || undefined,
  };
  log.info(line, `${line.method} ${line.path} ${line.status} ${ms} ms`);
}
