import type { ErrorCode, Refusal, ServiceError } from '../../../services/core/errors.ts';

const BY_CODE: Record<ErrorCode, number> = {
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

/** @see docs/rules.md#errors */
export function httpStatus(error: ServiceError): number {
  return error.refusal ? BY_REFUSAL[error.refusal] : BY_CODE[error.code];
}
