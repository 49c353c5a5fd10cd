import { labelOf } from '../text/number-context.ts';
import type { SaidNumber } from '../text/signed-numbers.ts';
import { datesIn } from './dates-in-text.ts';

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
