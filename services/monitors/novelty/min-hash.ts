const SIGNATURE = 128;
// Measured on pairs of news stories: with bands of four, one near-duplicate in forty shares no band with its original;
// with bands of three, one in five hundred. Unrelated texts share a band equally rarely in both cases.
const BAND_ROWS = 3;
const SHINGLE_WORDS = 3;

const multipliers = Array.from({ length: SIGNATURE }, (_, index) => mixed(index * 2 + 1) | 1);
const increments = Array.from({ length: SIGNATURE }, (_, index) => mixed(index * 2 + 2));

/** Hashes of all sequences of three words. */
export function shinglesOf(words: readonly string[]): Set<number> {
  const shingles = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1)
    shingles.add(hashOf(words.slice(at, at + SHINGLE_WORDS).join(' ')));
  return shingles;
}

/**
 * The bands of a text's MinHash signature, as signed 32-bit numbers. Texts that share many word sequences share a band;
 * others almost never do.
 *
 * @param salt makes bands of equal texts differ between monitors
 */
export function bandsOf(shingles: ReadonlySet<number>, salt: string): number[] {
  const signature = new Uint32Array(SIGNATURE).fill(0xffffffff);
  for (const shingle of shingles) {
    for (let index = 0; index < SIGNATURE; index += 1) {
      const hash = mixed(Math.imul(shingle, multipliers[index] ?? 1) + (increments[index] ?? 0));
      if (hash < (signature[index] ?? 0)) signature[index] = hash;
    }
  }
  const start = hashOf(salt);
  const bands: number[] = [];
  for (let from = 0; from + BAND_ROWS <= SIGNATURE; from += BAND_ROWS) {
    let band = mixed(start ^ from);
    for (let row = from; row < from + BAND_ROWS; row += 1) band = mixed(Math.imul(band, 31) ^ (signature[row] ?? 0));
    bands.push(band | 0);
  }
  return bands;
}

/** FNV-1a, 32 bits, unsigned. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mixed(hash);
}

function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
