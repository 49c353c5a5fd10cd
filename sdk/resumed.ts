import { waitBefore } from './caller.ts';
import { QuarryError } from './errors.ts';
import { sleep } from './sleep.ts';

/** Options of an operation that consists of several calls: its deadline and its caller's signal. */
export interface CallLimits {
  signal: AbortSignal | undefined;
  /** Milliseconds since 1970, for all its calls together. */
  deadline: number;
}

// Codes of a service that stops, starts, or is busy.
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED']);
// The service may have lost its database for a moment; the fault may also be permanent.
const INTERNAL_AT_MOST = 5;

export interface Resuming<Message, Cursor> extends CallLimits {
  open(after: Cursor | undefined): AsyncIterable<Message>;
  cursorOf(message: Message): Cursor | undefined;
}

/** A stream that is reopened after the last consumed message, until it fails permanently or its time has passed. */
export async function* resumed<Message, Cursor>({
  open,
  cursorOf,
  signal,
  deadline,
}: Resuming<Message, Cursor>): AsyncGenerator<Message> {
  let last: Cursor | undefined;
  let failed = 0;
  for (;;) {
    try {
      for await (const message of open(last)) {
        last = cursorOf(message) ?? last;
        failed = 0;
        yield message;
      }
      return;
    } catch (error) {
      failed += 1;
      await beforeNextTry(error, failed, { signal, deadline });
    }
  }
}

/**
 * Waits until a failed call may be retried.
 *
 * @param failed consecutive failed attempts, from 1
 * @throws the failure, if a retry would fail as well; DEADLINE_EXCEEDED; the signal's reason
 */
export async function beforeNextTry(failure: unknown, failed: number, { signal, deadline }: CallLimits): Promise<void> {
  const isPassing =
    failure instanceof QuarryError &&
    failure.shouldRetry &&
    (PASSING.has(failure.code) || (failure.code === 'INTERNAL' && failed <= INTERNAL_AT_MOST));
  if (!isPassing) throw failure;
  const waitMs = waitBefore(failure, failed);
  if (Date.now() + waitMs >= deadline)
    throw new QuarryError(
      'DEADLINE_EXCEEDED',
      'the call was interrupted and could not be resumed before its deadline',
      { cause: failure },
    );
  await sleep(waitMs, signal);
}
