import type { ExchangeEnd } from './exchange-end.ts';

const END_OF_EVENT = '\n\n';
const DATA = 'data: ';

/** The data of server-sent events, in order; comments, names and ids are left out. @throws what a caller is told */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  end: Pick<ExchangeEnd, 'next'>,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread: string[] = [];
  try {
    for (;;) {
      const { done, value } = await end.next(reader.read());
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      unread.push(text);
      // An event of some MiB arrives in many parts, and is put together once.
      if (!text.includes('\n')) continue;
      const events = unread.join('').split(END_OF_EVENT);
      unread = [events.pop() ?? ''];
      for (const event of events) if (event.startsWith(DATA)) yield event.slice(DATA.length);
    }
  } finally {
    // A body that failed cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}
