import { FIELD_SEPARATOR, FIELDS } from './fields.ts';
import { weightOf, type Matches } from './matches.ts';

// The bytes of a vector: the number of terms with repetitions, the number of distinct ones, their hashes in ascending
// order (4 bytes each, little-endian), then their weighted counts in halves (1 byte each).
const COUNTS_BYTES = 8;
const HASH_BYTES = 4;
const TERM_BYTES = HASH_BYTES + 1;
// Weights are multiples of a half. BM25 is saturated long before the most that a byte holds.
const STEPS = 2;
const MOST_STEPS = 255;

const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/**
 * The weighted counts of a passage's terms, from which `matchesInVector` reads those of a query without a look at the
 * text: 150 distinct terms take 750 bytes.
 *
 * @param column the terms of all fields, as `writeFields` writes them
 */
export function termVector(column: string): Buffer {
  const steps = new Map<number, number>();
  let count = 0;
  let field = 0;
  for (const term of column.toWellFormed().split(' ')) {
    if (term === FIELD_SEPARATOR) field += 1;
    if (field === FIELDS.length) break;
    if (term === '' || term === FIELD_SEPARATOR) continue;
    count += 1;
    const hash = hashOf(term);
    steps.set(hash, (steps.get(hash) ?? 0) + weightOf(field) * STEPS);
  }
  const vector = Buffer.alloc(COUNTS_BYTES + steps.size * TERM_BYTES);
  vector.writeUInt32LE(count, 0);
  vector.writeUInt32LE(steps.size, HASH_BYTES);
  const weightsAt = COUNTS_BYTES + steps.size * HASH_BYTES;
  for (const [place, [hash, step]] of [...steps].sort(([one], [other]) => one - other).entries()) {
    vector.writeUInt32LE(hash, COUNTS_BYTES + place * HASH_BYTES);
    vector[weightsAt + place] = Math.min(step, MOST_STEPS);
  }
  return vector;
}

/** The terms of a query, as `matchesInVector` looks them up. */
export type HashedTerms = ReadonlyArray<readonly [term: string, hash: number]>;

export function hashedTerms(terms: Iterable<string>): HashedTerms {
  return Array.from(terms, (term) => [term, hashOf(term)] as const);
}

/**
 * The matches of a passage, as `matchesIn` finds them in its column. Of 10 million pairs of a term and a passage, less
 * than one has a term that is another one of the same hash.
 */
export function matchesInVector(vector: Buffer, wanted: HashedTerms): Matches {
  const distinct = vector.readUInt32LE(HASH_BYTES);
  const weightsAt = COUNTS_BYTES + distinct * HASH_BYTES;
  const frequencies = new Map<string, number>();
  for (const [term, hash] of wanted) {
    const place = placeOf(hash, vector, distinct);
    if (place >= 0) frequencies.set(term, (vector[weightsAt + place] ?? 0) / STEPS);
  }
  return { count: vector.readUInt32LE(0), frequencies };
}

/** The place of a hash among the sorted ones; -1 if it is absent. */
function placeOf(hash: number, vector: Buffer, distinct: number): number {
  let low = 0;
  let high = distinct - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = vector.readUInt32LE(COUNTS_BYTES + middle * HASH_BYTES);
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * FNV-1a over UTF-16 units: hashes of similar short words spread evenly, unlike those of `matchesIn`.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
function hashOf(term: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}
