import type { Ledger } from '../services/billing/ledger.ts';
import type { Purge } from '../services/retention/purge.ts';

export type HousekeepingActivities = ReturnType<typeof housekeepingActivities>;

export function housekeepingActivities({ ledger, purge }: { ledger: Ledger; purge: Purge }) {
  return {
    /** Releases expired holds of calls that never finished. Safe to retry. */
    expireHolds: (): Promise<number> => ledger.expireHolds(),
    /** Deletes data past its retention. Safe to retry. */
    purge: (): Promise<void> => purge(),
  };
}
