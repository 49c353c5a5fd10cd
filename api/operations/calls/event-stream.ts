/** How events are written, each as one frame of server-sent events, and what stands behind the last. */
export interface Framing {
  frame(event: unknown): string;
  end: string;
}

/** As chat SDKs read them: one `data:` line of JSON each, then `[DONE]`. */
const CHUNKS: Framing = { frame: (event) => `data: ${JSON.stringify(event)}\n\n`, end: 'data: [DONE]\n\n' };

export interface NamedEvent {
  id: number;
  type: string;
  data: unknown;
}

/** As an `EventSource` reads and resumes them: each with its id and its type. */
const NAMED: Framing = {
  frame: (event) => {
    const { id, type, data } = event as NamedEvent;
    return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  },
  end: '',
};

/** What a handler returns instead of a body: events that are sent as they come. */
export class EventStream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>;
  readonly framing: Framing;
  /** Of the request that made them, where that is another one: they are replayed. */
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
 * The stream once its first event is there: what fails before that is still an ordinary error with a status of its own.
 *
 * @throws what the events throw before the first one
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
    // A caller that leaves early ends the work behind the events.
    await iterator.return?.();
  }
}
