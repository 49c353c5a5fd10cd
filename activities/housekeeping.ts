import type { Ledger } from '../services/billing/ledger.ts';
import type { Purge } from '../services/retention/purge.ts';

export type HousekeepingActivities = ReturnType<typeof housekeepingActivities>;

export function housekeepingActivities({ ledger, purge }: { ledger: Ledger; purge: Purge }) {
  return {
    /** Gives back what calls held that never came to their end. Safe to retry. */
    expireHolds: (): Promise<number> => ledger.expireHolds(),
    /** Deletes what is past its retention. Safe to retry. */
    purge: (): Promise<void> => purge(),
  };
}
