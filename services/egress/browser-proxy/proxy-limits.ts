import type { ServerResponse } from 'node:http';
import { Transform, type Duplex } from 'node:stream';

const MAX_BYTES_OF_CONNECTION = 64 * 1024 * 1024;

/** Limits transfers that would grow without end. */
export function byteLimit(): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > MAX_BYTES_OF_CONNECTION) done(new Error('the connection has transferred more bytes than its limit'));
      else done(null, chunk);
    },
  });
}

/** Aborts when the browser has disconnected. */
export function closeSignal(stream: Duplex | ServerResponse): AbortSignal {
  const controller = new AbortController();
  stream.once('close', () => controller.abort(new Error('the browser closed the connection')));
  return controller.signal;
}
