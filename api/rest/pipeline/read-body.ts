import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'whatwg-mimetype';
import { ServiceError } from '../../../services/errors.ts';
import { parseJson } from '../../operations/parse-json.ts';

const UTF_8 = new Set([undefined, 'utf-8', 'utf8']);

/**
 * Reads a JSON object: declared and streamed size, media type, valid UTF-8, depth.
 *
 * @throws ServiceError INVALID_REQUEST, with the refusal for size and type
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!isJson(request.headers['content-type'] ?? '')) {
    throw new ServiceError('INVALID_REQUEST', 'The body must be JSON in UTF-8, with content-type: application/json.', { refusal: 'unsupported_media_type' });
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError('INVALID_REQUEST', `content-encoding ${encoding} is not accepted.`, { refusal: 'unsupported_media_type' });
  }
  const bytes = await readBytes(request, maxBytes);
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object.');
  return body as Record<string, unknown>;
}

function isJson(contentType: string): boolean {
  const type = MIMEType.parse(contentType);
  return type?.essence === 'application/json' && UTF_8.has(type.parameters.get('charset')?.toLowerCase());
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Events, not an async iterator: leaving an iterator early would destroy the socket before the 413 is written.
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.removeAllListeners('data');
        request.resume();
        reject(tooLarge(maxBytes));
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', (error) => reject(new ServiceError('CANCELLED', 'The request was not sent to its end.', { cause: error })));
  });
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('INVALID_REQUEST', `The body is larger than ${maxBytes} bytes.`, { refusal: 'too_large' });
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('INVALID_REQUEST', message, { cause });
}
