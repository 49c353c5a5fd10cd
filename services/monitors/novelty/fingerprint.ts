import { createHash } from 'node:crypto';
import { wordsOf } from '../../text/words.ts';
import { bandsOf, shinglesOf } from './min-hash.ts';
import { phrasesOf } from './phrases.ts';

// Shorter texts are similar by chance: "Home", "Login".
const FEWEST_WORDS = 12;

/** Finds a text when a later text may be its reprint. Null: the text is too short. */
export interface Fingerprint {
  /** The first bytes of the SHA-256 of its words. */
  bodyHash: Buffer | null;
  bands: number[] | null;
  /** Hashes of its short sentences. */
  phrases: number[] | null;
}

const BODY_HASH_BYTES = 16;

export function fingerprintOf(monitorId: string, text: string): Fingerprint {
  const words = wordsOf(text);
  if (words.length === 0) return { bodyHash: null, bands: null, phrases: null };
  const bodyHash = createHash('sha256').update(words.join(' ')).digest().subarray(0, BODY_HASH_BYTES);
  if (words.length < FEWEST_WORDS) return { bodyHash, bands: null, phrases: null };
  return { bodyHash, bands: bandsOf(shinglesOf(words), monitorId), phrases: phrasesOf(text) };
}
