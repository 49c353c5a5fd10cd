import { EventStream } from './event-stream.ts';

/** How a stream is kept for the retries of its call. */
export interface RecordedEvents {
  recorded_events: unknown[];
}

export function isRecorded(body: unknown): body is RecordedEvents {
  return typeof body === 'object' && body !== null && 'recorded_events' in body;
}

/** A stream that is sent while it is recorded, because its record may only be kept once it is whole. */
export interface Recorder {
  /** Takes every event of the stream; resolves with the record, or rejects with what ended the stream. */
  record(stream: EventStream): Promise<RecordedEvents>;
  /** Resolves when the recording has begun, with the same events as they come. */
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
