import { createHash } from 'node:crypto';
import type { Matches } from '../../matches.ts';
import type { PassageRow } from '../../passage-rows.ts';
import type { PassageHit } from '../../port.ts';
import { matchesInVector, termVector, type HashedTerms } from '../../term-vector.ts';

/** The column with everything that a search reads of a passage. @see packPassage */
export const PASSAGE_COLUMN = 'passage';
/** The column with the key of that content. @see keyOfPassage */
export const KEY_COLUMN = 'key';

/** A passage as a row of the table holds it. */
export type UnscoredPassage = Omit<PassageHit, 'score'>;

/** The contents of a packed passage's header, in this order. Lengths are in UTF-16 units. */
type Header = [
  audience: string,
  documentId: string,
  contentHash: string,
  ordinal: number,
  passageCount: number,
  isContents: boolean,
  pathLength: number,
  headingLength: number,
];

const LENGTH_BYTES = 4;

/**
 * Everything that a search reads of a passage: the length of the term vector (4 bytes, little-endian), the vector, then in
 * UTF-8 a header as JSON, a line break, path, heading and text. LanceDB reads rows by column, and each column costs a read
 * and a decoding for every row: nine columns took four times as long as one.
 */
export function packPassage(row: PassageRow): Buffer {
  const { path, words } = row;
  const header: Header = [
    row.audience,
    row.document_id,
    row.content_hash,
    row.ordinal,
    row.passage_count,
    row.is_contents,
    path.length,
    row.passage_start,
  ];
  const vector = termVector(row.terms);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(vector.byteLength);
  // A lone surrogate takes one unit, and so does what UTF-8 has instead.
  return Buffer.concat([length, vector, Buffer.from(`${JSON.stringify(header)}\n${path}${words}`)]);
}

/** Equal for equal contents alone: the first 64 bits of their SHA-256. */
export function keyOfPassage(packed: Buffer): bigint {
  return createHash('sha256').update(packed).digest().readBigInt64LE();
}

/** The passage that `packPassage` wrote. */
export function unpackPassage(packed: Buffer): UnscoredPassage {
  const vectorEnd = vectorEndOf(packed);
  const content = packed.toString('utf8', vectorEnd);
  const headerEnd = content.indexOf('\n');
  const [, documentId, contentHash, ordinal, passageCount, isContents, pathLength, headingLength] = headerIn(
    content.slice(0, headerEnd),
  );
  const pathEnd = headerEnd + 1 + pathLength;
  const headingEnd = pathEnd + headingLength;
  return {
    documentId,
    contentHash,
    ordinal,
    passageCount,
    heading: content.slice(pathEnd, headingEnd),
    path: content.slice(headerEnd + 1, pathEnd),
    isContents,
    text: content.slice(headingEnd),
  };
}

/** Its matches with the terms of a query, without a look at its text. */
export function matchesOfPacked(packed: Buffer, wanted: HashedTerms): Matches {
  return matchesInVector(packed.subarray(LENGTH_BYTES, vectorEndOf(packed)), wanted);
}

/** What a packed passage is part of. */
export interface PassageOrigin {
  audience: string;
  documentId: string;
  contentHash: string;
  passageCount: number;
}

/** The same without the passage's text. */
export function originOf(packed: Buffer): PassageOrigin {
  const vectorEnd = vectorEndOf(packed);
  const header = packed.toString('utf8', vectorEnd, packed.indexOf(LINE_BREAK, vectorEnd));
  const [audience, documentId, contentHash, , passageCount] = headerIn(header);
  return { audience, documentId, contentHash, passageCount };
}

const LINE_BREAK = 0x0a;
const vectorEndOf = (packed: Buffer) => LENGTH_BYTES + packed.readUInt32LE(0);
const headerIn = (json: string) => JSON.parse(json) as Header;

/** A value of a binary Arrow column. */
export function bufferOf(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) throw new TypeError('not a value of a binary column');
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
