import type { GivenCondition, MetadataValue } from '../../entities/documents/document.ts';
import { lastMomentMs, parsePublicationDate } from '../dates/publication-date.ts';

export const COLLECTION_PATTERN = '^[a-z0-9][a-z0-9_-]{0,63}$';
export const METADATA_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_.-]{0,63}$';

/** One of some values; or a range of numbers, or of moments in epoch milliseconds. Bounds are inclusive. */
export type MetadataCondition =
  | { anyOf: readonly MetadataValue[] }
  | { type: 'number' | 'date'; from: number | undefined; to: number | undefined };

/** What a document must have in addition to what a query asks for. */
export interface LabelFilter {
  /** Empty: any, or none. */
  collections: readonly string[];
  /** Conditions by name. All must hold. */
  metadata: Readonly<Record<string, MetadataCondition>>;
}

/** @returns undefined for a range without a bound, and for one whose bounds are neither two numbers nor two dates */
export function conditionOf(given: GivenCondition): MetadataCondition | undefined {
  if (typeof given !== 'object') return { anyOf: [given] };
  return 'length' in given ? { anyOf: given } : rangeCondition(given.from, given.to);
}

/** Filters as callers write them. */
export interface GivenLabels {
  collections?: readonly string[] | null | undefined;
  metadata?: Readonly<Record<string, GivenCondition>> | null | undefined;
}

/** @returns undefined without a filter; a condition that `conditionOf` does not read is left out */
export function labelFilterOf({ collections, metadata }: GivenLabels): LabelFilter | undefined {
  const conditions = Object.entries(metadata ?? {}).flatMap(([name, given]) => {
    const condition = conditionOf(given);
    return condition ? [[name, condition] as const] : [];
  });
  const names = [...new Set(collections)].toSorted();
  if (names.length + conditions.length === 0) return undefined;
  return { collections: names, metadata: Object.fromEntries(conditions) };
}

function rangeCondition(from?: string | number | null, to?: string | number | null): MetadataCondition | undefined {
  const bounds = [from, to].filter((bound) => bound !== undefined && bound !== null);
  if (bounds.length === 0) return undefined;
  if (bounds.every((bound) => typeof bound === 'number'))
    return { type: 'number', from: (from as number | null) ?? undefined, to: (to as number | null) ?? undefined };
  const [first, last] = [dateOf(from), dateOf(to)];
  if (bounds.length !== [first, last].filter(Boolean).length) return undefined;
  // A day at the end of a range is in it with all of its moments.
  return { type: 'date', from: first?.at.getTime(), to: last && lastMomentMs(last) };
}

const dateOf = (text: unknown) => (typeof text === 'string' ? parsePublicationDate(text) : undefined);

interface LabelledDocument {
  collection: string | undefined;
  metadata: Readonly<Record<string, MetadataValue>> | undefined;
}

/**
 * What an index stores of a document's collection and metadata: a list of words, so that every condition is whether the
 * list has one of some words. A number is stored with all of its prefixes in a form whose order is that of the numbers,
 * so that a range consists of a few hundred prefixes at most. A string that is a date is stored as a moment, too.
 *
 * @see docs/decisions/0036-metadata-as-words.md
 */
export function labelsOf({ collection, metadata = {} }: LabelledDocument): string[] {
  const ofMetadata = Object.entries(metadata).flatMap(([name, value]) => [
    valueLabel(name, value),
    ...prefixLabels(name, value),
  ]);
  return [...(collection === undefined ? [] : [collectionLabel(collection)]), ...ofMetadata];
}

/** For each condition, the labels of which a document must have one. */
export function labelAlternatives({ collections, metadata }: LabelFilter): string[][] {
  return [
    ...(collections.length > 0 ? [collections.map(collectionLabel)] : []),
    ...Object.entries(metadata).map(([name, condition]) => alternativesOf(name, condition)),
  ];
}

function alternativesOf(name: string, condition: MetadataCondition): string[] {
  if ('anyOf' in condition) return condition.anyOf.map((value) => valueLabel(name, value));
  const { type, from = -Infinity, to = Infinity } = condition;
  // No document has the label of an empty range.
  if (from > to) return [`${type}:${name}!`];
  return prefixesBetween(sortable(from), sortable(to)).map((prefix) => `${type}:${name}:${prefix}`);
}

// A name has no colon, so two labels are equal only if all of their parts are.
const collectionLabel = (collection: string) => `collection:${collection}`;
const valueLabel = (name: string, value: MetadataValue) => `${typeof value}=${name}:${String(value)}`;

function prefixLabels(name: string, value: MetadataValue): string[] {
  const moment = dateOf(value)?.at.getTime();
  const [type, number] = typeof value === 'number' ? ['number', value] : ['date', moment];
  if (typeof number !== 'number') return [];
  const digits = sortable(number);
  return Array.from({ length: digits.length + 1 }, (_, length) => `${type}:${name}:${digits.slice(0, length)}`);
}

const SIGN = 1n << 63n;
const ALL_BITS = (1n << 64n) - 1n;
const DIGITS = 16;
const HEX = Array.from('0123456789abcdef');

/** A number as 16 hexadecimal digits, whose order as text is the order of the numbers. */
function sortable(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding 0 makes one zero of two.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const ordered = (bits & SIGN) === 0n ? bits | SIGN : bits ^ ALL_BITS;
  return ordered.toString(16).padStart(DIGITS, '0');
}

/** The fewest prefixes of digits that begin every text from `first` to `last`, and no other of their length. */
function prefixesBetween(first: string, last: string, prefix = ''): string[] {
  if (/^0*$/.test(first) && /^f*$/.test(last)) return [prefix];
  const [low = '', high = ''] = [first[0], last[0]];
  const [restOfFirst, restOfLast] = [first.slice(1), last.slice(1)];
  if (low === high) return prefixesBetween(restOfFirst, restOfLast, prefix + low);
  const between = HEX.slice(HEX.indexOf(low) + 1, HEX.indexOf(high)).map((digit) => prefix + digit);
  return [
    ...prefixesBetween(restOfFirst, 'f'.repeat(restOfFirst.length), prefix + low),
    ...between,
    ...prefixesBetween('0'.repeat(restOfLast.length), restOfLast, prefix + high),
  ];
}
