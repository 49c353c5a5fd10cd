import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { ServiceError, type ErrorCode } from '../../../services/core/errors.ts';
import { retryAfterOf, toServiceError } from '../../operations/calls/failure.ts';
import { httpStatus } from './http-status.ts';
import type { State } from './state.ts';

/** First of all middleware: every failure leaves as the error envelope, and no message of ours leaves by accident. */
export function envelope(log: Logger) {
  return async (ctx: Context & { state: State }, next: Next): Promise<void> => {
    try {
      await next();
    } catch (thrown) {
      writeError(ctx, toServiceError(thrown, { log, requestId: ctx.state.requestId }));
    }
  };
}

function writeError(ctx: Context & { state: State }, error: ServiceError): void {
  ctx.status = httpStatus(error);
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) ctx.set('retry-after', String(retryAfter));
  if (error.isAfterwards && retryAfter === undefined) ctx.set('x-should-retry', 'false');
  // A body that was refused is not read to its end: the connection cannot be used again.
  if (error.refusal === 'too_large') ctx.set('connection', 'close');
  ctx.body = errorBody(error, ctx.state);
}

/** The body of every failure. @see docs/rules.md#chat-completions for what chat SDKs find beside it */
export function errorBody({ code, message, param }: ServiceError, { requestId, errorStyle }: State): object {
  const forChat = errorStyle === 'chat' && {
    type: CHAT_ERROR_TYPES[code] ?? 'invalid_request_error',
    param: param ?? null,
  };
  return { error: { code, message, ...forChat }, request_id: requestId };
}

const CHAT_ERROR_TYPES: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  INSUFFICIENT_CREDITS: 'insufficient_quota',
  RATE_LIMITED: 'rate_limit_error',
  UNAVAILABLE: 'server_error',
  DEADLINE_EXCEEDED: 'server_error',
  INTERNAL: 'server_error',
};
