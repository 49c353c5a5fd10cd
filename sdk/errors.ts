/** Why a call failed: the codes of the REST interface. New codes may be added. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHENTICATED'
  | 'INSUFFICIENT_CREDITS'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'UNIMPLEMENTED'
  | 'ALREADY_EXISTS'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'CANCELLED'
  | 'DEADLINE_EXCEEDED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** A call that failed. Branch on `code`; `message` is prose and may change. */
export class QuarryError extends Error {
  override readonly name = 'QuarryError';
  readonly code: ErrorCode;
  /** Quote it when reporting a problem. Absent if the service was not reached. */
  readonly requestId: string | undefined;
  /** The request field at fault, as a path. */
  readonly param: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;
  /** False if the work is done: a retry without the same idempotency key would repeat it. */
  readonly shouldRetry: boolean;
  /** The run that is still in progress. Pass it to `agent.wait` to keep waiting. */
  readonly runId: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: Partial<Pick<QuarryError, 'requestId' | 'param' | 'retryAfterSeconds' | 'shouldRetry' | 'runId'>> &
      ErrorOptions = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.requestId = details.requestId;
    this.param = details.param;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.shouldRetry = details.shouldRetry ?? true;
    this.runId = details.runId;
  }
}
