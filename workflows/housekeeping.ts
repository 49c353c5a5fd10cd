import { proxyActivities } from '@temporalio/workflow';
import type { HousekeepingActivities } from '../activities/housekeeping.ts';

const { expireHolds, purge } = proxyActivities<HousekeepingActivities>({
  startToCloseTimeout: '5m',
  retry: { initialInterval: '1s', maximumAttempts: 3 },
});

/** Periodic tasks: expired holds, and rows past their retention. */
export async function housekeeping(): Promise<void> {
  await expireHolds();
  await purge();
}
