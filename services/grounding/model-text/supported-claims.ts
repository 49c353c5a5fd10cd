import { wordsOf } from '../../text/words.ts';
import { claimsOf, introduces, isClaim, MOST_CHARACTERS, MOST_PARTS, sourceSays, type CitedUnit } from './cite-unit.ts';
import { plainText } from '../../text/markdown/plain-text.ts';
import type { Source } from '../../sentence-selection/source.ts';
import type { WrittenUnit } from './text-units.ts';

const MOST_NUMBERS = 3;

/** A unit that was verified as `citeWritten` does. */
export type VerifiedText = Pick<WrittenUnit, 'text' | 'kind'> & Pick<CitedUnit, 'isGrounded'>;

/**
 * Whether sources say all that a sentence or a row says: as a whole, or one part after the other, as its markers or cells
 * part it. `nothing` where it only introduces something or asks.
 *
 * @returns the numbers of sources that bear it out, counted from 1, none where it cites them already; undefined where something of it no source says
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
  // Of a claim in one part this is known already; each look into all sources takes a while.
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

/** Each cell with the first one, which most often says what the row is about. */
function cellClaims(row: string): string[] {
  const [first = '', ...others] = row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  return others.map((cell) => `${first} ${cell}`);
}
