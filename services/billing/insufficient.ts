import { ServiceError } from '../core/errors.ts';
import type { ExceededCap } from './spend-caps.ts';

const ENDS: Record<ExceededCap['cap'], string> = {
  spend_per_day: 'A new day begins at 00:00 UTC.',
  spend_total: 'An owner of the organization can raise it in the console.',
};

/** @param refused what does not cover the call: the balance, or a cap of the key that makes it */
export function insufficientCredits(
  needed: number,
  refused: 'insufficient' | ExceededCap = 'insufficient',
): ServiceError {
  const needs = `This call needs ${needed} credit${needed === 1 ? '' : 's'} and`;
  if (refused === 'insufficient')
    return new ServiceError('INSUFFICIENT_CREDITS', `${needs} the balance does not cover that.`);
  const { cap, limit, left } = refused;
  return new ServiceError(
    'INSUFFICIENT_CREDITS',
    `${needs} the cap ${cap} of this API key, ${limit}, leaves ${left}. ${ENDS[cap]}`,
  );
}
