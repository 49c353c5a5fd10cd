import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/** The codings that `decode` supports, for a request's `accept-encoding`. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** Decoded bytes allowed at any ratio; beyond them the ratio detects a decompression bomb. */
const RATIO_FREE_BYTES = 1024 * 1024;
const MAX_RATIO = 200;
const MAX_CODINGS = 3;

const decoders: Record<string, (encoded: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // "deflate" means zlib's wrapper; some servers send the bare stream, which browsers accept too.
  deflate: (encoded, options) => promisify(((encoded[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(encoded, options),
};

/** The codings in decoding order; undefined if one is unknown. */
export function codingsOf(headers: Headers): string[] | undefined {
  const names = (headers.get('content-encoding') ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  const areKnown = codings.every((coding) => Object.hasOwn(decoders, coding));
  return areKnown && codings.length <= MAX_CODINGS ? codings.reverse() : undefined;
}

/**
 * Decodes a whole body.
 *
 * @param maxBytes decoded bytes. Output never exceeds this, nor 200 times the encoded size past the first MiB
 * @throws RangeError with code `ERR_BUFFER_TOO_LARGE` beyond that, zlib's errors if the body is broken
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
