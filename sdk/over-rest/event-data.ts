import type { ExchangeEnd } from './exchange-end.ts';

/** The data of server-sent events, in order; comments, names and ids are left out. @throws what a caller is told */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  end: Pick<ExchangeEnd, 'next'>,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  try {
    for (;;) {
      const { done, value } = await end.next(reader.read());
      if (done) return;
      const events = (unread + decoder.decode(value, { stream: true })).split('\n\n');
      unread = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) yield event.slice('data: '.length);
    }
  } finally {
    // A body that failed cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}
