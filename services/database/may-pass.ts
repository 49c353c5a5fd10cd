import { isDiskFull } from '../core/disk.ts';
import { ServiceError } from '../core/errors.ts';
import { isUnavailable } from './unavailable.ts';

// Serialization, deadlock, lock and statement timeouts, too few resources: of the moment, however many tries there were before.
const OF_THE_MOMENT = /^(?:40001|40P01|55P03|57014|53\w{3})$/;

/** Whether the same work may succeed later without a change of ours: a part is away, busy, or its disk is full. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    isUnavailable(error) ||
    isDiskFull(error) ||
    OF_THE_MOMENT.test(code) ||
    (error instanceof ServiceError && error.code === 'UNAVAILABLE')
  );
}
