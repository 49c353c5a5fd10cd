/** What Quarry, or the way to it, has answered in place of a result. */
export class CallFailure extends Error {
  readonly status: number;
  /** Of the interface; `UNREACHABLE` where no answer came. */
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(message: string, { status, code, requestId }: { status: number; code: string; requestId?: string }) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

interface Envelope {
  error?: { code?: unknown; message?: unknown };
  request_id?: unknown;
}

/** A failure from a body of any shape. */
export function failureOf(status: number, body: string): CallFailure {
  const { error, request_id: requestId } = parsed(body);
  const code = typeof error?.code === 'string' ? error.code : 'INTERNAL';
  const message =
    typeof error?.message === 'string' ? error.message : `Quarry answered ${status} without saying why. Try again.`;
  return new CallFailure(message, { status, code, ...(typeof requestId === 'string' && { requestId }) });
}

function parsed(body: string): Envelope {
  try {
    return (JSON.parse(body) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}

export const unreachable = (): CallFailure =>
  new CallFailure('Quarry does not answer. Is it running? The page tries nothing by itself: try again.', {
    status: 0,
    code: 'UNREACHABLE',
  });
