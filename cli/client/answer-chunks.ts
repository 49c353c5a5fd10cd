import { ERROR_CODES, ServiceError, type ServiceErrorCode } from '../../services/core/errors.ts';
import type { ServiceEvent } from './service-client.ts';

/** What a chunk of an answer adds. */
export interface ChunkFields {
  text: string;
}

interface Chunk {
  choices?: Array<{ delta: { content?: string } }>;
  error?: { code: string; message: string };
}

/** Passes on each piece of a streamed answer; the whole text. @throws ServiceError if the stream ends with an error */
export async function writeChunks(
  events: AsyncIterable<ServiceEvent>,
  write: (chunk: ChunkFields) => void,
): Promise<string> {
  let whole = '';
  for await (const { data } of events) {
    if (data === '[DONE]') return whole;
    const { choices = [], error } = JSON.parse(data) as Chunk;
    if (error) throw new ServiceError(codeOf(error.code), error.message);
    const text = choices.map(({ delta }) => delta.content ?? '').join('');
    whole += text;
    if (text !== '') write({ text });
  }
  throw new ServiceError('UNAVAILABLE', 'The answer broke off.');
}

function codeOf(code: string): ServiceErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code) ? (code as ServiceErrorCode) : 'INTERNAL';
}
