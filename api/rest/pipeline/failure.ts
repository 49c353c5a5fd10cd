import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { ServiceError, type ServiceErrorCode, type Refusal } from '../../../services/core/errors.ts';
import { retryAfterOf, toServiceError } from '../../operations/calls/failure.ts';
import type { State } from './state.ts';

const BY_CODE: Record<ServiceErrorCode, number> = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_CREDITS: 402,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  UNIMPLEMENTED: 501,
  ALREADY_EXISTS: 409,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  CANCELLED: 499,
  DEADLINE_EXCEEDED: 504,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

const BY_REFUSAL: Record<Refusal, number> = {
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
};

/** The outermost middleware: every failure becomes the error envelope, and no internal message can leak. */
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
  ctx.state.errorCode = error.code;
  ctx.status = httpStatus(error);
  const retryAfter = retryAfterOf(error);
  if (retryAfter !== undefined) ctx.set('retry-after', String(retryAfter));
  if (error.isAfterwards && retryAfter === undefined) ctx.set('x-should-retry', 'false');
  if (error.param !== undefined) ctx.set('x-error-param', headerText(error.param));
  // A rejected body is not read to its end: the connection cannot be reused.
  if (error.refusal === 'too_large') ctx.set('connection', 'close');
  ctx.body = errorBody(error, ctx.state);
}

// A header has ASCII alone, and a parameter may be any text of the client.
const MAX_PARAM_LENGTH = 500;

function headerText(text: string): string {
  return encodeURIComponent(text.slice(0, MAX_PARAM_LENGTH).toWellFormed());
}

/** The body of every failure. @see docs/rules.md#chat-completions for the fields that chat SDKs expect beside it */
export function errorBody({ code, message, param }: ServiceError, { requestId, errorStyle }: State): object {
  const forChat = errorStyle === 'chat' && {
    type: CHAT_ERROR_TYPES[code] ?? 'invalid_request_error',
    param: param ?? null,
  };
  return { error: { code, message, ...forChat }, request_id: requestId };
}

const CHAT_ERROR_TYPES: Partial<Record<ServiceErrorCode, string>> = {
  UNAUTHENTICATED: 'authentication_error',
  PERMISSION_DENIED: 'permission_error',
  INSUFFICIENT_CREDITS: 'insufficient_quota',
  RATE_LIMITED: 'rate_limit_error',
  UNAVAILABLE: 'server_error',
  DEADLINE_EXCEEDED: 'server_error',
  INTERNAL: 'server_error',
};

/** @see docs/rules.md#errors */
export function httpStatus(error: ServiceError): number {
  return error.refusal ? BY_REFUSAL[error.refusal] : BY_CODE[error.code];
}
