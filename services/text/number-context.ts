import { stemsOf } from './words.ts';
import { unitOf } from './quantities.ts';
import type { SaidNumber } from './signed-numbers.ts';

const BESIDE = /^[\s-]?(%|°\s?[CF]\b|per\s?cent\b|km\/h\b|[\p{L}]+)/iu;
const SIGN = /(us\$|[$€£¥₹])\s?$/i;

/** The unit of a number, as `unitOf` names it. */
export function unitBeside({ before, behind }: SaidNumber): string | undefined {
  const written = SIGN.exec(before)?.[1] ?? BESIDE.exec(behind)?.[1];
  return written === undefined ? undefined : unitOf(written.toLowerCase().replaceAll(/\s/g, ''));
}

const LABEL =
  /^(?:[\s-]+(?!(?:and|or|but|with|in|on|at|by|to|from|of|for|since|until|when|while|as|is|was|were|are|the|a|an|had|has|after|before|during|it|they|he|she|we|there|which|who|that)\b)[\p{L}'’]+){1,3}/iu;

/** The words right after a number, which name the counted or measured thing, without its unit. */
export function labelOf({ behind }: Pick<SaidNumber, 'behind'>): string[] {
  const words = (LABEL.exec(behind)?.[0] ?? '')
    .split(/[\s-]+/)
    .filter((word) => word !== '' && unitOf(word.toLowerCase()) === undefined);
  return stemsOf(words.join(' '));
}
