import { wordsOf } from '../../text/words.ts';
import { claimsOf, introduces, isClaim, MOST_CHARACTERS, MOST_PARTS, sourceSays, type CitedUnit } from './cite-unit.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import type { Source } from '../../page-text/source.ts';
import type { WrittenUnit } from './text-units.ts';

const MOST_NUMBERS = 3;

/** A unit verified as by `citeWritten`. */
export type VerifiedText = Pick<WrittenUnit, 'text' | 'kind'> & Pick<CitedUnit, 'isGrounded'>;

/**
 * Whether sources support everything that a sentence or a row claims: as a whole, or part by part between its markers
 * or cells. `nothing` for an introduction or a question.
 *
 * @returns the numbers of the supporting sources, counted from 1; empty if it cites them already; undefined if a part
 *   has no source
 */
export function supportedClaims(
  { text, kind, isGrounded }: VerifiedText,
  sources: readonly Source[],
): number[] | 'nothing' | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const { segments, whole } = claimsOf(text, sources);
  if (kind === 'sentence' && introduces(whole)) return 'nothing';
  const parts =
    kind === 'row'
      ? cellClaims(whole)
      : segments.map((segment) => plainText(segment.text)).filter((part) => wordsOf(part).length > 0);
  if (parts.length > MOST_PARTS) return undefined;
  // A claim in one part is decided already; each look-up in all sources takes a while.
  const isKnown = kind === 'sentence' && parts.length === 1 && (isGrounded || isClaim(whole));
  if (isKnown) return isGrounded ? [] : undefined;
  const saying = numberSaying(whole, sources);
  if (saying !== undefined) return [saying];
  if (parts.length < 2) return undefined;
  const numbers = new Set<number>();
  for (const part of parts) {
    const number = numberSaying(part, sources);
    if (number === undefined) return undefined;
    numbers.add(number);
  }
  return [...numbers].slice(0, MOST_NUMBERS);
}

function numberSaying(claim: string, sources: readonly Source[]): number | undefined {
  return sources.findIndex((source) => sourceSays(source, claim)) + 1 || undefined;
}

/** Each cell with the first one, which most often names the subject of the row. */
function cellClaims(row: string): string[] {
  const [first = '', ...others] = row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  return others.map((cell) => `${first} ${cell}`);
}
