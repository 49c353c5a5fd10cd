import { createHash } from 'node:crypto';

/** @throws Error if the bytes do not have the pinned hash */
export function requireHash(what: string, bytes: Uint8Array, sha256: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${what} has the hash ${found}, and the pinned hash is ${sha256}`);
}
