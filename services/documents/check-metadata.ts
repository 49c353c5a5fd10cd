import type { DocumentMetadata } from '../../entities/documents/document.ts';
import { isStorable } from '../database/storable.ts';
import { COLLECTION_PATTERN, METADATA_NAME_PATTERN } from '../query/labels.ts';

export const MOST_METADATA = 32;
export const LONGEST_METADATA_CHARACTERS = 512;

const COLLECTION = new RegExp(COLLECTION_PATTERN);
const NAME = new RegExp(METADATA_NAME_PATTERN);

export function collectionFault(collection: string | undefined): string | undefined {
  if (collection === undefined || COLLECTION.test(collection)) return undefined;
  return 'collection is not 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or a digit';
}

/** Why metadata cannot be stored; undefined if they can. */
export function metadataFault(metadata: Record<string, unknown> | undefined): string | undefined {
  const entries = Object.entries(metadata ?? {});
  if (entries.length > MOST_METADATA) return `metadata has more than ${MOST_METADATA} names`;
  return entries.map(([name, value]) => entryFault(name, value)).find((fault) => fault !== undefined);
}

function entryFault(name: string, value: unknown): string | undefined {
  if (!NAME.test(name))
    return `metadata.${name.slice(0, 64)} is not a name of 1 to 64 letters, digits, _, . and -, beginning with a letter or _`;
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `metadata.${name} is not a finite number`;
  if (typeof value !== 'string') return `metadata.${name} is not a string, a number or a boolean`;
  if (!isStorable(value)) return `metadata.${name} has characters that cannot be stored`;
  if (Array.from(value).length <= LONGEST_METADATA_CHARACTERS) return undefined;
  return `metadata.${name} is longer than ${LONGEST_METADATA_CHARACTERS} characters`;
}

/** Metadata as they are stored: ordered by name, so that equal ones have one form; undefined for none. */
export function storedMetadata(metadata: Record<string, unknown> | undefined): DocumentMetadata | undefined {
  const entries = Object.entries((metadata ?? {}) as DocumentMetadata);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
