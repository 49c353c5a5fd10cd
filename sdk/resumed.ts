import { setTimeout as sleep } from 'node:timers/promises';
import { waitBefore } from './caller.ts';
import { QuarryError } from './errors.ts';

// What a service says or looks like that stops, starts, or is busy.
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED']);
// It may have lost its database for a moment; it may also be a fault that stays.
const INTERNAL_AT_MOST = 5;

export interface Resuming<Message, Cursor> {
  open(after: Cursor | undefined): AsyncIterable<Message>;
  cursorOf(message: Message): Cursor | undefined;
  signal: AbortSignal | undefined;
  /** Milliseconds since 1970, of all connections together. */
  deadline: number;
}

/** A stream that is opened again after the last message that was taken, until it fails for good or its time has passed. */
export async function* resumed<Message, Cursor>({ open, cursorOf, signal, deadline }: Resuming<Message, Cursor>): AsyncGenerator<Message> {
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
      const isPassing = error instanceof QuarryError && error.shouldRetry && (PASSING.has(error.code) || (error.code === 'INTERNAL' && failed <= INTERNAL_AT_MOST));
      if (!isPassing) throw error;
      const waitMs = waitBefore(error, failed);
      if (Date.now() + waitMs >= deadline) throw new QuarryError('DEADLINE_EXCEEDED', 'the stream could not be gone on with in time', { cause: error });
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}
