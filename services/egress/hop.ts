import type { Readable } from 'node:stream';
import { Client, errors } from 'undici';
import type { Admission } from './gate.ts';
import { pinnedConnector } from './pinned-connect.ts';

export const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Maximum number of interim responses (1xx) before the final one. Each costs as much as a response, and a server need
 * never stop.
 */
const MAX_INTERIM_ANSWERS = 20;

export interface HopRequest {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
}

export type Hop =
  | { status: 'answered'; httpStatus: number; headers: Headers; body: Readable }
  | { status: 'failed'; code: 'url_not_accessible' | 'upstream_error'; message: string; isConnectionReset: boolean };

/**
 * Sends one request over a separate connection: a pool could reuse one to an address that was checked for another
 * request. The connection closes with the body.
 *
 * @param clients registers the open connections, so that their owner can close them
 */
export async function sendOne(admission: Admission, request: HopRequest, clients: Set<Client>): Promise<Hop> {
  const { signal, ...rest } = request;
  const ended = new AbortController();
  const client = new Client(admission.url.origin, {
    connect: pinnedConnector(admission, AbortSignal.any([signal, ended.signal])),
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller's signal is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const end = () => {
    ended.abort();
    clients.delete(client);
    client.destroy().catch(() => {});
  };
  clients.add(client);
  try {
    const path = admission.url.pathname + admission.url.search;
    let interimAnswers = 0;
    const onInfo = () => {
      interimAnswers += 1;
      if (interimAnswers > MAX_INTERIM_ANSWERS)
        client.destroy(new errors.HTTPParserError('too many interim answers')).catch(() => {});
    };
    const { statusCode, headers, body } = await client.request({
      ...rest,
      path,
      method: rest.method,
      body: rest.body ?? null,
      onInfo,
      signal,
    });
    body.once('close', end);
    // An abandoned body still emits an error when its connection closes.
    body.on('error', () => {});
    // HTTP/1.1's parser stops there by itself; HTTP/2 has no limit of ours.
    if (headerBytes(headers) > MAX_HEADER_BYTES) {
      body.destroy();
      return TOO_MANY_HEADERS;
    }
    return { status: 'answered', httpStatus: statusCode, headers: headersOf(headers), body };
  } catch (error) {
    end();
    signal.throwIfAborted();
    return failure(error);
  }
}

function headersOf(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function headerBytes(raw: Record<string, string | string[] | undefined>): number {
  return Object.entries(raw).reduce(
    (sum, [name, value]) => sum + [value ?? []].flat().reduce((all, one) => all + name.length + one.length, 0),
    0,
  );
}

const TOO_MANY_HEADERS: Hop & { status: 'failed' } = {
  status: 'failed',
  code: 'upstream_error',
  message: 'the answer has more than 16 KiB of headers',
  isConnectionReset: false,
};

const RESET_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ERR_HTTP2_STREAM_ERROR',
  'ERR_HTTP2_SESSION_ERROR',
  'ERR_HTTP2_GOAWAY_SESSION',
]);

function failure(error: unknown): Hop & { status: 'failed' } {
  if (error instanceof errors.HeadersOverflowError) return TOO_MANY_HEADERS;
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError) {
    return {
      status: 'failed',
      code: 'upstream_error',
      message: 'the answer is not valid HTTP',
      isConnectionReset: false,
    };
  }
  const code = errorCode(error);
  // undici reports an invalid request of ours: that is our failure, not the origin's.
  if (!code || code.startsWith('UND_ERR_INVALID')) throw error;
  return {
    status: 'failed',
    code: 'url_not_accessible',
    message: describe(code),
    isConnectionReset: RESET_CODES.has(code),
  };
}

/** The system's, TLS's or undici's error code; undefined for errors of our own. */
function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function describe(code: string): string {
  if (RESET_CODES.has(code)) return 'the connection was closed before an answer came';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return `the TLS connection failed (${code})`;
  return `the host could not be reached (${code})`;
}
