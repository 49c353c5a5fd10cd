import { QuarryError, type ErrorCode } from '../errors.ts';

// A proxy before the service fails without a code of the service.
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  402: 'INSUFFICIENT_CREDITS',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  409: 'CONFLICT',
  413: 'INVALID_REQUEST',
  415: 'INVALID_REQUEST',
  422: 'INVALID_REQUEST',
  429: 'RATE_LIMITED',
  499: 'CANCELLED',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

interface Envelope {
  error?: { code?: unknown; message?: unknown };
  request_id?: unknown;
}

/** A failed response as the error that callers see. @param text its body */
export function restFailure({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string): QuarryError {
  if (isRedirection(status))
    return new QuarryError('INVALID_REQUEST', 'baseUrl: redirects calls; give the address to which it redirects', {
      param: 'baseUrl',
    });
  const envelope = envelopeIn(text);
  const retryAfter = headers.get('retry-after');
  return failureIn(envelope, {
    code: BY_STATUS[status] ?? 'INTERNAL',
    message: `the service answered with status ${status}`,
    requestId: headers.get('x-request-id') ?? undefined,
    param: paramIn(headers),
    // A proxy may send a date instead.
    retryAfterSeconds: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
    shouldRetry: headers.get('x-should-retry') !== 'false',
  });
}

/** A browser hides a redirection, and gives the status 0. */
function isRedirection(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

/** The failure in an event of a stream; undefined if the event is not one. */
export function failureOfEvent(event: object): QuarryError | undefined {
  return 'error' in event
    ? failureIn(event as Envelope, { code: 'INTERNAL', message: 'the stream failed' })
    : undefined;
}

interface Known extends Partial<Pick<QuarryError, 'requestId' | 'param' | 'retryAfterSeconds' | 'shouldRetry'>> {
  code: ErrorCode;
  message: string;
}

function failureIn({ error, request_id: requestId }: Envelope, { code, message, ...known }: Known): QuarryError {
  return new QuarryError(
    typeof error?.code === 'string' ? (error.code as ErrorCode) : code,
    typeof error?.message === 'string' ? error.message : message,
    { ...known, ...(typeof requestId === 'string' && { requestId }) },
  );
}

function envelopeIn(text: string): Envelope {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    // Not from Quarry, for example from a proxy: only the status is usable.
    return {};
  }
}

function paramIn(headers: Headers): string | undefined {
  const param = headers.get('x-error-param');
  if (param === null) return undefined;
  try {
    return decodeURIComponent(param);
  } catch {
    return param;
  }
}
