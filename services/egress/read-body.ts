import { codingsOf, decode } from './decode.ts';
import type { EgressAnswer } from './egress.ts';

export type Body =
  | { status: 'read'; bytes: Buffer }
  | { status: 'refused'; message: string; isConnectionReset: boolean };

/**
 * Reads a response's body to its end and decodes it.
 *
 * @param maxBytes decoded bytes. One more rejects the body, as does a decompression ratio beyond 200:1 past the first
 *   MiB
 * @param signal the request's signal; its reason is rethrown
 * @returns the bytes, or why the body is broken (`upstream_error` for a page)
 */
export async function readBody(answer: EgressAnswer, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const codings = codingsOf(answer.headers);
  try {
    if (!codings) return refused('the body has an unknown content coding');
    const encoded = await readEncoded(answer, maxBytes);
    if (!encoded) return refused(`the body is larger than ${maxBytes} bytes`);
    return { status: 'read', bytes: await decode(encoded, codings, maxBytes) };
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return refused('the body is too large once decompressed');
    return refused('the body is broken or ended early', code === 'ECONNRESET');
  } finally {
    answer.body.destroy();
  }
}

/** The bytes as sent; undefined if their declared or actual size is too large. */
async function readEncoded({ headers, body }: EgressAnswer, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refused(message: string, isConnectionReset = false): Body {
  return { status: 'refused', message, isConnectionReset };
}
