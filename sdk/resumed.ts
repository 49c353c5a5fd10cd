import { setTimeout as sleep } from 'node:timers/promises';
import { waitBefore } from './caller.ts';
import { QuarryError } from './errors.ts';

// What a service says or looks like that stops, starts, or has lost its database.
const PASSING = new Set(['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED']);

/** A stream that is opened again after the last message that was taken, until it fails for good. */
export async function* resumed<Message, Cursor>(open: (after: Cursor | undefined) => AsyncIterable<Message>, cursorOf: (message: Message) => Cursor | undefined, signal: AbortSignal | undefined): AsyncGenerator<Message> {
  let last: Cursor | undefined;
  for (let failed = 1; ; failed += 1) {
    try {
      for await (const message of open(last)) {
        last = cursorOf(message) ?? last;
        failed = 0;
        yield message;
      }
      return;
    } catch (error) {
      if (!(error instanceof QuarryError && PASSING.has(error.code))) throw error;
      await sleep(waitBefore(error, failed + 1), undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}
