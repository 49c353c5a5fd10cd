import type { PassageRow } from '../../passage-rows.ts';
import type { UnscoredPassage } from './packed-passage.ts';

/** The column with a packed passage as text, in tables of layouts 3 and 4. */
export const HIT_COLUMN = 'hit';

/** A passage with its terms in the form of `writeFields`. */
export interface PassageWithTerms {
  passage: UnscoredPassage;
  terms: string;
}

/** The header of a packed text. Lengths are in UTF-16 units. */
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

/** The packed text of a row: a header as JSON, a line break, then path, terms and words. */
export function packText(row: PassageRow): string {
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

export function unpackText(packed: string): PassageWithTerms {
  const headerEnd = packed.indexOf('\n');
  const [documentId, contentHash, ordinal, passageCount, isContents, pathLength, termsLength, headingLength] =
    JSON.parse(packed.slice(0, headerEnd)) as Header;
  const pathEnd = headerEnd + 1 + pathLength;
  const termsEnd = pathEnd + termsLength;
  const headingEnd = termsEnd + headingLength;
  const passage = {
    documentId,
    contentHash,
    ordinal,
    passageCount,
    heading: packed.slice(termsEnd, headingEnd),
    path: packed.slice(headerEnd + 1, pathEnd),
    isContents,
    text: packed.slice(headingEnd),
  };
  return { passage, terms: packed.slice(pathEnd, termsEnd) };
}
