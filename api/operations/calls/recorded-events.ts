import { EventStream } from './event-stream.ts';

/** The stored form of a stream, for retries of its call. */
export interface RecordedEvents {
  recorded_events: unknown[];
}

export function isRecorded(body: unknown): body is RecordedEvents {
  return typeof body === 'object' && body !== null && 'recorded_events' in body;
}

/** A stream that is recorded while it is sent, because an incomplete record must not be stored. */
export interface Recorder {
  /** Consumes the whole stream; resolves with the record, or rejects with the error that ended the stream. */
  record(stream: EventStream): Promise<RecordedEvents>;
  /** Resolves when the recording has started, with the same events as they arrive. */
  begun: Promise<EventStream>;
}

export function createRecorder(): Recorder {
  const begun = Promise.withResolvers<EventStream>();
  const events: unknown[] = [];
  let moved = Promise.withResolvers<void>();
  let end: { error?: unknown } | undefined;

  function move(): void {
    moved.resolve();
    moved = Promise.withResolvers();
  }

  async function* follow(): AsyncGenerator {
    let next = 0;
    for (;;) {
      if (next < events.length) {
        yield events[next];
        next += 1;
      } else if (!end) {
        await moved.promise;
      } else {
        if ('error' in end) throw end.error;
        return;
      }
    }
  }

  return {
    begun: begun.promise,
    async record(stream) {
      begun.resolve(new EventStream(follow()));
      try {
        for await (const event of stream.events) {
          events.push(event);
          move();
        }
        end = {};
        return { recorded_events: events };
      } catch (error) {
        end = { error };
        throw error;
      } finally {
        move();
      }
    },
  };
}
