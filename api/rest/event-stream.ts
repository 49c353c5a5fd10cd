/** What a handler returns instead of a body: events that are sent as they come, each as one `data:` line of JSON. */
export class EventStream {
  readonly events: AsyncIterable<unknown> | Iterable<unknown>;

  constructor(events: AsyncIterable<unknown> | Iterable<unknown>) {
    this.events = events;
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
    // Whoever leaves early ends the work behind the events.
    await iterator.return?.();
  }
}
