import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'whatwg-mimetype';
import { ServiceError } from '../../../services/core/errors.ts';
import { parseJson, parseLargeJson } from '../../operations/calls/parse-json.ts';
import { unauthenticatedCallMs, type Spacing } from '../../../services/concurrency/spacing.ts';
import type { NextRound } from '../../../services/concurrency/rounds.ts';

const UTF_8 = new Set([undefined, 'utf-8', 'utf8']);

/** In bytes. Parsing more takes long enough to delay other clients noticeably. */
const LARGE_BYTES = 256 * 1024;
/** Limit for a caller whose key may still be in the body: no legitimate body there is larger. */
const VALUES_BEFORE_KEY = 10_000;

export interface BodyLimits {
  maxBytes: number;
  /** Whether the headers had a valid key. */
  isAuthenticated: boolean;
  unauthenticatedCalls: Spacing;
  nextRound: NextRound;
}

export interface SentBody {
  members: Record<string, unknown>;
  byteCount: number;
  /** Deletes what was kept of it beside the memory. */
  dispose?(): Promise<void>;
}

/**
 * Reads a JSON object: checks declared and streamed size, media type, UTF-8, depth, and number of values.
 *
 * @throws ServiceError INVALID_REQUEST, with the specific status for size and type
 */
export async function readBody(
  request: IncomingMessage,
  { maxBytes, isAuthenticated, unauthenticatedCalls, nextRound }: BodyLimits,
): Promise<SentBody> {
  if (declaredBytes(request, 0) > maxBytes) throw tooLarge(maxBytes);
  if (!isJson(request.headers['content-type'] ?? '')) {
    throw new ServiceError('INVALID_REQUEST', 'The body must be JSON in UTF-8, with content-type: application/json.', {
      refusal: 'unsupported_media_type',
    });
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError('INVALID_REQUEST', `content-encoding ${encoding} is not accepted.`, {
      refusal: 'unsupported_media_type',
    });
  }
  if (!isAuthenticated) await unauthenticatedCalls(unauthenticatedCallMs(declaredBytes(request, maxBytes)));
  const bytes = await readBytes(request, maxBytes);
  const source = isAuthenticated ? {} : { maxValues: VALUES_BEFORE_KEY };
  const members =
    bytes.length > LARGE_BYTES ? await parseLargeJson(bytes, source, nextRound) : parseJson(bytes, source);
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    throw invalid('The body must be a JSON object.');
  return { members: members as Record<string, unknown>, byteCount: bytes.length };
}

/** The declared size; `unknown` for a chunked body. */
export function declaredBytes({ headers }: IncomingMessage, unknown: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : unknown;
}

export const isForm = ({ headers }: IncomingMessage) =>
  MIMEType.parse(headers['content-type'] ?? '')?.essence === 'multipart/form-data';

function isJson(contentType: string): boolean {
  const type = MIMEType.parse(contentType);
  return type?.essence === 'application/json' && UTF_8.has(type.parameters.get('charset')?.toLowerCase());
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const body = createCollector(declaredBytes(request, 0));
  // Events, not an async iterator: leaving an iterator early would destroy the socket before the 413 is written.
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      if (body.byteCount() + chunk.length <= maxBytes) return body.add(chunk);
      request.removeAllListeners('data');
      request.resume();
      reject(tooLarge(maxBytes));
    });
    request.once('end', () => resolve(body.whole()));
    request.once('error', (error) =>
      reject(new ServiceError('CANCELLED', 'The client disconnected before the end of its request.', { cause: error })),
    );
  });
}

/** Copies a body of known size to its position chunk by chunk: joining 16 MiB at once takes 20 ms. */
function createCollector(declared: number): { add(chunk: Buffer): void; byteCount(): number; whole(): Buffer } {
  const place = declared > LARGE_BYTES ? Buffer.allocUnsafeSlow(declared) : undefined;
  const chunks: Buffer[] = [];
  let byteCount = 0;
  return {
    add(chunk) {
      if (place) chunk.copy(place, byteCount);
      else chunks.push(chunk);
      byteCount += chunk.length;
    },
    byteCount: () => byteCount,
    whole: () => place?.subarray(0, byteCount) ?? Buffer.concat(chunks),
  };
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`, { refusal: 'too_large' });
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INVALID_REQUEST', message, { cause });
}
