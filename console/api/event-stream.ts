export interface StreamEvent {
  id: string;
  /** `message` unless the stream names another. */
  type: string;
  text: string;
}

/**
 * Takes an event stream apart as its pieces arrive, wherever they are cut.
 *
 * @returns takes a piece and gives the events that it completes
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(eventOf).filter((event) => event !== undefined);
  };
}

function eventOf(block: string): StreamEvent | undefined {
  const event = { id: '', type: 'message', text: '' };
  const texts: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (field === 'id') event.id = value;
    if (field === 'event') event.type = value;
    if (field === 'data') texts.push(value);
  }
  return texts.length === 0 ? undefined : { ...event, text: texts.join('\n') };
}

/** The events of a response, until it ends. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const read = createEventReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* read(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
