/** REST codes by cause. The gRPC and HTTP statuses follow from them, in api/. @see docs/rules.md#errors */
export const ERROR_CODES = [
  'INVALID_REQUEST',
  'UNAUTHENTICATED',
  'INSUFFICIENT_CREDITS',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'UNIMPLEMENTED',
  'ALREADY_EXISTS',
  'CONFLICT',
  'RATE_LIMITED',
  'CANCELLED',
  'DEADLINE_EXCEEDED',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ServiceErrorCode = (typeof ERROR_CODES)[number];

/** Why a request was refused, if a transport has a more specific status than the code: REST's 405, 413, 415, 422. */
export type Refusal = 'method_not_allowed' | 'too_large' | 'unsupported_media_type' | 'idempotency_key_reused';

export interface ServiceErrorOptions extends ErrorOptions {
  /** Seconds after which a retry makes sense; sent as `retry-after` where set. */
  retryAfterSeconds?: number;
  refusal?: Refusal;
  /**
   * The work was done, and perhaps billed, before the failure: a retry would repeat it, so SDKs are told not to retry.
   */
  isAfterwards?: boolean;
  /** The work has ended for good without a result: its Idempotency-Key is free again, whatever the code. */
  isAbandoned?: boolean;
  /** The invalid field of the request, as a path (`fields.snippets.max_tokens`). */
  param?: string;
}

/** A failure that the caller may see. `message` is prose for a person and names no internal part. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly refusal: Refusal | undefined;
  readonly isAfterwards: boolean;
  readonly isAbandoned: boolean;
  readonly param: string | undefined;

  constructor(code: ServiceErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.refusal = options.refusal;
    this.isAfterwards = options.isAfterwards ?? false;
    this.isAbandoned = options.isAbandoned ?? false;
    // The request as a whole has no name, and a field can have an empty one.
    this.param = options.param || undefined;
  }
}
