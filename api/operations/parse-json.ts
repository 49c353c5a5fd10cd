import { ServiceError } from '../../services/errors.ts';

const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * JSON of a caller: his body, or the member `param` of it.
 *
 * @throws ServiceError INVALID_REQUEST where it is not UTF-8, not JSON or too deep
 */
export function parseJson(bytes: Uint8Array, param?: string): unknown {
  const what = param === undefined ? 'The body' : `${param}:`;
  const invalid = (problem: string, cause?: unknown) => new ServiceError('INVALID_REQUEST', `${what} ${problem}`, { cause, ...(param !== undefined && { param }) });
  if (depthOf(bytes) > MAX_DEPTH) throw invalid(`is nested more than ${MAX_DEPTH} levels deep.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw invalid('is not valid UTF-8.', error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid('is not valid JSON.', error);
  }
}

/** Looked at before parsing, so that depth costs one pass over the bytes and no stack. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (OPENING.has(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(byte)) {
      depth -= 1;
    }
  }
  return deepest;
}
