import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'qry_live_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^qry_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** A new key: 32 random base62 characters (190 bits) and their checksum. @see docs/rules.md#keys */
export function newApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return PREFIX + secret + checksum(secret);
}

/** Whether a string has the form of a key and a correct checksum. A typing error is refused without a query. */
export function looksLikeApiKey(candidate: string): boolean {
  const [, secret, sum] = SHAPE.exec(candidate) ?? [];
  return secret !== undefined && sum === checksum(secret);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
