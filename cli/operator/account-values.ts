import { InvalidArgumentError } from 'commander';
import { withDatabase } from './with-database.ts';
import { createAccounts, type Accounts } from '../../services/accounts/accounts.ts';
import { systemClock } from '../../services/core/clock.ts';

export interface JsonOption {
  json?: boolean;
}

export function withAccounts(work: (accounts: Accounts) => Promise<void>): Promise<void> {
  return withDatabase((database) => work(createAccounts(database, systemClock)));
}

// The maximum of the column (int8).
const MOST_CREDITS = 2n ** 63n - 1n;

/** A bigint: a number loses digits from 2^53 on. */
export function credits(given: string): bigint {
  if (/^\d+$/.test(given) && BigInt(given) <= MOST_CREDITS) return BigInt(given);
  throw new InvalidArgumentError(`must be a whole number from 0 to ${MOST_CREDITS}`);
}

/** Of either sign, but not 0. */
export function wholeNumber(given: string): bigint {
  if (/^-?\d+$/.test(given) && BigInt(given) !== 0n && BigInt(given) <= MOST_CREDITS && BigInt(given) >= -MOST_CREDITS)
    return BigInt(given);
  throw new InvalidArgumentError('must be a whole number, such as 50 or -50, and not 0');
}

export function print(json: boolean | undefined, value: object, prose: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : prose}\n`);
}
