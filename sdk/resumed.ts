import { setTimeout as sleep } from 'node:timers/promises';
import { waitBefore } from './caller.ts';
import { QuarryError } from './errors.ts';

/** What a longer call, of several, has: its end and its caller. */
export interface Lasting {
  signal: AbortSignal | undefined;
  /** Milliseconds since 1970, of all its calls together. */
  deadline: number;
}

// What a service says or looks like that stops, starts, or is busy.
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED']);
// It may have lost its database for a moment; it may also be a fault that stays.
const INTERNAL_AT_MOST = 5;

export interface Resuming<Message, Cursor> extends Lasting {
  open(after: Cursor | undefined): AsyncIterable<Message>;
  cursorOf(message: Message): Cursor | undefined;
}

/** A stream that is opened again after the last message that was taken, until it fails for good or its time has passed. */
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
 * Waits until what has failed may be tried again.
 *
 * @param failed tries in a row, from 1
 * @throws the failure, where another try would fail as well; DEADLINE_EXCEEDED; the signal's reason
 */
export async function beforeNextTry(failure: unknown, failed: number, { signal, deadline }: Lasting): Promise<void> {
  const isPassing =
    failure instanceof QuarryError &&
    failure.shouldRetry &&
    (PASSING.has(failure.code) || (failure.code === 'INTERNAL' && failed <= INTERNAL_AT_MOST));
  if (!isPassing) throw failure;
  const waitMs = waitBefore(failure, failed);
  if (Date.now() + waitMs >= deadline)
    throw new QuarryError('DEADLINE_EXCEEDED', 'the call could not be gone on with in time', { cause: failure });
  await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
