import { createHash } from 'node:crypto';
import { sentencesOf } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { bandsOf, hashOf, shinglesOf } from './min-hash.ts';

// Shorter texts are similar by chance: "Home", "Login".
const FEWEST_WORDS = 12;

/** Finds a text when a later text may be its reprint. Null: the text is too short. */
export interface Fingerprint {
  /** The first bytes of the SHA-256 of its words. */
  bodyHash: Buffer | null;
  bands: number[] | null;
  /** Hashes of sentences that other texts, or other texts of its site, may repeat. */
  phrases: number[] | null;
}

const BODY_HASH_BYTES = 16;

/** @param site host of the text, within which long sentences are compared with those of other texts; empty if unknown */
export function fingerprintOf(monitorId: string, text: string, site = ''): Fingerprint {
  const words = wordsOf(text);
  if (words.length === 0) return { bodyHash: null, bands: null, phrases: null };
  const bodyHash = createHash('sha256').update(words.join(' ')).digest().subarray(0, BODY_HASH_BYTES);
  if (words.length < FEWEST_WORDS) return { bodyHash, bands: null, phrases: null };
  return { bodyHash, bands: bandsOf(shinglesOf(words), monitorId), phrases: phrasesOf(text, site) };
}

// Longer sentences may be part of one story on many sites, so that only their repetition within a site counts.
const LONGEST_OF_ANY_SITE = 12;
// Sentences at either end of a text that any site may repeat, and that its own site may repeat: a footer may be long.
const AT_AN_END = 6;
const AT_AN_END_OF_ITS_SITE = 16;

/**
 * Hash of a sentence's words with all figures equal: "4 min read" equals "7 min read".
 *
 * @param site host of the sentence, if it is compared within its site only
 */
export function phraseHash(words: readonly string[], site = ''): number {
  const sentence = words.join(' ').replaceAll(/\p{N}+/gu, '0');
  return hashOf(site === '' ? sentence : `${site}\n${sentence}`) | 0;
}

/** Hashes of the sentences at the beginning and end of a text: of all within its site, of short ones for any site. */
function phrasesOf(text: string, site: string): number[] {
  const sentences = sentencesOf(text)
    .map((sentence) => wordsOf(sentence))
    .filter((words) => words.length > 0);
  const ofAnySite = endsOf(sentences, AT_AN_END).filter((words) => words.length <= LONGEST_OF_ANY_SITE);
  const ofItsSite = site === '' ? [] : endsOf(sentences, AT_AN_END_OF_ITS_SITE);
  return [
    ...new Set([...ofAnySite.map((words) => phraseHash(words)), ...ofItsSite.map((words) => phraseHash(words, site))]),
  ];
}

function endsOf<Item>(items: readonly Item[], length: number): Item[] {
  return items.length <= 2 * length ? [...items] : [...items.slice(0, length), ...items.slice(-length)];
}
