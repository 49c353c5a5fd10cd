import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new token of a login link or a session: 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const SHAPE = /^[\w-]{43}$/;

/** Whether a string has the form of a token. Any other one is refused without a query. */
export function looksLikeSecret(candidate: string): boolean {
  return SHAPE.test(candidate);
}

/** All that the database holds of a token: a random token of this length needs no slow hash. */
export function secretSha256(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The CSRF token of a session. It follows from the session's own token, so it is not stored, and the holder of the
 * cookie alone can learn it.
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('quarry csrf').digest('base64url');
}

/** Compares in constant time. */
export function isCsrfTokenOf(sessionToken: string, candidate: string): boolean {
  const [expected, given] = [Buffer.from(csrfTokenOf(sessionToken)), Buffer.from(candidate)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
