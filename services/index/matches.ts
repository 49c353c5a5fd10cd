import { FIELD_SEPARATOR, FIELDS, type FieldTerms, type SearchField } from './fields.ts';

/** The properties of one passage that BM25 needs. */
export interface Matches {
  /** Number of terms in all fields, repetitions included. */
  count: number;
  /** The weighted count of each wanted term over all fields. Absent terms do not occur. */
  frequencies: ReadonlyMap<string, number>;
}

export const NO_MATCH: Matches = { count: 0, frequencies: new Map() };

/** Weight of a term in each field. The title is in its field twice. */
const WEIGHTS: Readonly<Record<SearchField, number>> = { body: 1, path: 0.5, own: 1.5, title: 1, about: 1 };

const SPACE = 0x20;
const BAR = FIELD_SEPARATOR.charCodeAt(0);

/** The matches of a passage whose fields are known. */
export function matchesOf(fields: FieldTerms, wanted: ReadonlyMap<string, number>): Matches {
  const frequencies = new Map<string, number>();
  let count = 0;
  for (const field of FIELDS) {
    count += fields[field].length;
    for (const term of fields[field])
      if (wanted.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + WEIGHTS[field]);
  }
  return { count, frequencies };
}

/**
 * Finds the matches of passages in their columns, as `writeFields` writes them. It takes one pass and creates no string
 * per term: a search scores fifty passages or more, of some 200 terms each.
 */
export function matchesIn(columns: readonly string[], wanted: Iterable<string>): Matches[] {
  const termsByHash = Map.groupBy(wanted, hashOf);
  const longest = columns.reduce((most, { length }) => Math.max(most, length), 0);
  const units = new Uint16Array(longest);
  return columns.map((column) => matchesOfColumn(column.toWellFormed(), units, termsByHash));
}

/**
 * @param units buffer for the UTF-16 units of the column: reading a part of a longer string by its units takes ten
 *   times as long
 */
function matchesOfColumn(
  column: string,
  units: Uint16Array<ArrayBuffer>,
  termsByHash: ReadonlyMap<number, readonly string[]>,
): Matches {
  Buffer.from(units.buffer).write(column, 'utf16le');
  const frequencies = new Map<string, number>();
  let count = 0;
  let field = 0;
  let start = 0;
  let hash = 0;
  for (let at = 0; at <= column.length && field < FIELDS.length; at += 1) {
    const code = at < column.length ? (units[at] ?? SPACE) : SPACE;
    if (code !== SPACE && code !== BAR) {
      hash = nextHash(hash, code);
      continue;
    }
    if (at > start) {
      count += 1;
      const length = at - start;
      const found = termsByHash.get(hash)?.find((term) => term.length === length && column.startsWith(term, start));
      if (found !== undefined) frequencies.set(found, (frequencies.get(found) ?? 0) + weightOf(field));
    }
    if (code === BAR) field += 1;
    start = at + 1;
    hash = 0;
  }
  return { count, frequencies };
}

/** Weight of a term in the field at this place. */
export function weightOf(place: number): number {
  const field = FIELDS[place];
  return field === undefined ? 0 : WEIGHTS[field];
}

function hashOf(term: string): number {
  let hash = 0;
  for (let at = 0; at < term.length; at += 1) hash = nextHash(hash, term.charCodeAt(at));
  return hash;
}

const nextHash = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0;
