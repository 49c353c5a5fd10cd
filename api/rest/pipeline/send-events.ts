import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { EventStream } from '../../operations/calls/event-stream.ts';
import { toServiceError } from '../../operations/calls/failure.ts';
import { errorBody } from './failure.ts';
import type { State } from './state.ts';

const PING_EVERY_MS = 15_000;
// A client that reads nothing for this long counts as disconnected, even if its connection is open.
const STALLED_AFTER_MS = 30_000;

/**
 * Sends events as server-sent events at the client's pace, then the end of the stream. A failure after the first event
 * is an event too, and the last one.
 */
export async function sendEvents(
  response: ServerResponse,
  { events, framing }: Pick<EventStream, 'events' | 'framing'>,
  { state, log }: { state: State; log: Logger },
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const ping = setInterval(() => response.write(': ping\n\n'), PING_EVERY_MS);
  try {
    for await (const event of events) await write(response, framing.frame(event));
    if (framing.end !== '') await write(response, framing.end);
  } catch (error) {
    if (response.destroyed) return;
    const failure = toServiceError(error, { log, ...state });
    state.errorCode = failure.code;
    response.write(`data: ${JSON.stringify(errorBody(failure, state))}\n\n`);
  } finally {
    clearInterval(ping);
    response.end();
  }
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed) throw new Error('the caller went away');
  if (response.write(text)) return;
  const stalled = setTimeout(() => response.destroy(), STALLED_AFTER_MS);
  const left = new AbortController();
  try {
    await Promise.race([
      once(response, 'drain', { signal: left.signal }),
      once(response, 'close', { signal: left.signal }),
    ]);
  } finally {
    clearTimeout(stalled);
    left.abort();
  }
}
