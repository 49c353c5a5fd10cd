import { createHash } from 'node:crypto';
import type { PassageRow } from '../passage-rows.ts';
import type { MatchedPassage } from '../port.ts';

/** The column with everything that a search reads of a passage. @see packHit */
export const HIT_COLUMN = 'hit';
/** The column with the key of that content. @see keyOfHit */
export const KEY_COLUMN = 'key';

/** A passage as a row of the table holds it. */
export type UnscoredPassage = Omit<MatchedPassage, 'score'>;

/** The contents of a packed passage's header, in this order. Lengths are in UTF-16 units. */
type Header = [
  documentId: string,
  contentHash: string,
  ordinal: number,
  passageCount: number,
  isContents: boolean,
  pathLength: number,
  termsLength: number,
  headingLength: number,
];

/**
 * Everything that a search reads of a passage, as one text: a header, then path, terms and words. LanceDB reads rows by
 * column, and each column costs a read and a decoding for every row: nine columns took four times as long as one.
 */
export function packHit(row: PassageRow): string {
  const { path, terms, words } = row;
  const header: Header = [
    row.document_id,
    row.content_hash,
    row.ordinal,
    row.passage_count,
    row.is_contents,
    path.length,
    terms.length,
    row.passage_start,
  ];
  return `${JSON.stringify(header)}\n${path}${terms}${words}`;
}

/** Equal for equal texts alone: the first 64 bits of their SHA-256. */
export function keyOfHit(packed: string): bigint {
  return createHash('sha256').update(packed).digest().readBigInt64LE();
}

/** Parses the text that `packHit` wrote. */
export function unpackHit(packed: string): UnscoredPassage {
  const headerEnd = packed.indexOf('\n');
  const [documentId, contentHash, ordinal, passageCount, isContents, pathLength, termsLength, headingLength] =
    JSON.parse(packed.slice(0, headerEnd)) as Header;
  const pathEnd = headerEnd + 1 + pathLength;
  const termsEnd = pathEnd + termsLength;
  const headingEnd = termsEnd + headingLength;
  return {
    documentId,
    contentHash,
    ordinal,
    passageCount,
    heading: packed.slice(termsEnd, headingEnd),
    path: packed.slice(headerEnd + 1, pathEnd),
    isContents,
    text: packed.slice(headingEnd),
    terms: packed.slice(pathEnd, termsEnd),
  };
}
