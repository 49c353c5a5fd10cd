import type { ExchangeEnd } from './exchange-end.ts';

const DATA = 'data:';

/** The data of server-sent events, in order; comments, names and ids are left out. @throws what a caller is told */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  end: Pick<ExchangeEnd, 'next'>,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread: string[] = [];
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await end.next(reader.read());
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      unread.push(text);
      // An event of some MiB arrives in many parts, and is put together once.
      if (!text.includes('\n')) continue;
      const lines = unread.join('').split('\n');
      unread = [lines.pop() ?? ''];
      for (const line of lines.map(withoutReturn)) {
        if (line.startsWith(DATA)) data.push(line.slice(DATA.length).replace(/^ /, ''));
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
    }
  } finally {
    // A body that failed cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

/** A proxy may end lines in its own way. */
function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
