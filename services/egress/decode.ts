import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/** What `decode` takes off, for a request's `accept-encoding`. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** Decoded bytes that any ratio may produce; beyond them a bomb shows. */
const RATIO_FREE_BYTES = 1024 * 1024;
const MAX_RATIO = 200;
const MAX_CODINGS = 3;

const decoders: Record<string, (encoded: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // "deflate" means zlib's wrapper; some servers send the bare stream, which browsers take too.
  deflate: (encoded, options) => promisify(((encoded[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(encoded, options),
};

/** The codings in the order in which they are taken off, or nothing where one is unknown. */
export function codingsOf(headers: Headers): string[] | undefined {
  const names = (headers.get('content-encoding') ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  const areKnown = codings.every((coding) => Object.hasOwn(decoders, coding));
  return areKnown && codings.length <= MAX_CODINGS ? codings.reverse() : undefined;
}

/**
 * Takes the codings off a whole body.
 *
 * @param maxBytes decoded bytes; so many, or 200 times the encoded ones past the first MiB, and no more are ever made
 * @throws         RangeError with code `ERR_BUFFER_TOO_LARGE` beyond that, zlib's errors where the body is broken
 */
export async function decode(encoded: Buffer, codings: readonly string[], maxBytes: number): Promise<Buffer> {
  if (encoded.length === 0) return encoded;
  const maxOutputLength = Math.min(maxBytes, Math.max(RATIO_FREE_BYTES, encoded.length * MAX_RATIO));
  let bytes = encoded;
  for (const coding of codings) {
    bytes = (await decoders[coding]?.(bytes, { maxOutputLength })) ?? bytes;
  }
  return bytes;
}
