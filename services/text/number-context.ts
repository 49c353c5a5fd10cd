import { stemsOf } from './words.ts';
import { datesIn } from './facts.ts';
import { unitOf } from './quantities.ts';
import type { SaidNumber } from './signed-numbers.ts';

const YEAR = /^(?:1\d|20)\d\d$/;
const BEFORE_YEAR = /\b(?:in|since|until|till|during|year|circa|c\.|early|late|spring|summer|autumn|fall|winter)\s$/i;
const NEAR_YEAR = /(?:\b(?:from|by|of|before|after|around|about|to|and|between|for|on)\s|[(–—-]\s?|^)$/i;

/** Whether a number is a year, or a day of a date. */
export function isYear({ value, before, behind }: SaidNumber): boolean {
  if (isInDate(before, value, behind)) return true;
  if (!YEAR.test(value)) return false;
  return BEFORE_YEAR.test(before) || (NEAR_YEAR.test(before) && labelOf({ behind }).length === 0);
}

/** Whether removing the number removes a date. */
function isInDate(before: string, value: string, behind: string): boolean {
  const [left, right] = [before.slice(-24), behind.slice(0, 24)];
  return datesIn(left + value + right).size > datesIn(`${left}#${right}`).size;
}

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
