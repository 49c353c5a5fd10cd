/** The format of events, each as one frame of server-sent events, and of the end of the stream. */
export interface Framing {
  frame(event: unknown): string;
  end: string;
}

/** For chat SDKs: one `data:` line of JSON each, then `[DONE]`. */
const CHUNKS: Framing = { frame: (event) => `data: ${JSON.stringify(event)}\n\n`, end: 'data: [DONE]\n\n' };

export interface NamedEvent {
  id: number;
  type: string;
  data: unknown;
}

/** For an `EventSource`, which can resume: each event with its id and its type. */
const NAMED: Framing = {
  frame: (event) => {
    const { id, type, data } = event as NamedEvent;
    return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  },
  end: '',
};

/** A handler returns this instead of a body: events that are sent as they are produced. */
export class EventStream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>;
  readonly framing: Framing;
  /** Id of the request that produced the events, if they are replayed. */
  readonly requestId: string | undefined;

  constructor(
    events: AsyncIterable<unknown> | Iterable<unknown>,
    { framing = CHUNKS, requestId }: { framing?: Framing; requestId?: string | undefined } = {},
  ) {
    this.events = events;
    this.framing = framing;
    this.requestId = requestId;
  }

  static named(events: AsyncIterable<NamedEvent>): EventStream {
    return new EventStream(events, { framing: NAMED });
  }
}

/**
 * Returns the stream once its first event is available: an earlier failure is still an ordinary error with a status of
 * its own.
 *
 * @throws the error before the first event
 */
export async function begunStream(events: AsyncIterable<unknown>): Promise<EventStream> {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new EventStream(resumed(first, iterator));
}

async function* resumed(first: IteratorResult<unknown>, iterator: AsyncIterator<unknown>): AsyncGenerator {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    // A client that disconnects early ends the work behind the events.
    await iterator.return?.();
  }
}
