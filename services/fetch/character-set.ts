import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import type { MediaType } from '../extract/media-type.ts';

/**
 * Decodes a body as browsers do: byte order mark, then the transport's charset, then the document's own declaration,
 * then UTF-8 if the bytes are valid UTF-8, else windows-1252. Never fails: undecodable bytes become U+FFFD.
 */
export function decodeText(bytes: Buffer, { kind, charset }: MediaType): string {
  const otherwise = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  const encoding = kind === 'json' ? 'utf-8' : sniffed(bytes, { kind, charset, otherwise });
  // The only encoding of the standard that decodes to nothing: it exists to disarm pages.
  if (encoding === 'replacement') return '\uFFFD';
  return new TextDecoder(encoding).decode(bytes);
}

interface Hints {
  kind: MediaType['kind'];
  charset: string | undefined;
  otherwise: string;
}

function sniffed(bytes: Buffer, { kind, charset, otherwise }: Hints): string {
  const transport = charset === undefined ? {} : { transportLayerEncodingLabel: charset };
  // Plain text has no declaration of its own; an empty prescan leaves the mark and the transport.
  const looked = kind === 'text' ? bytes.subarray(0, 3) : bytes;
  const options = { ...transport, defaultEncoding: otherwise, xml: kind === 'xml' || kind === 'feed' };
  return sniffEncoding(looked, options).toLowerCase();
}
