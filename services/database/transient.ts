import { isDiskFull } from '../core/disk.ts';
import { ServiceError } from '../core/errors.ts';
import { isUnavailable } from './unavailable.ts';

// Serialization failures, deadlocks, lock and statement timeouts, and too few resources are temporary, regardless of
// the number of attempts.
const TEMPORARY = /^(?:40001|40P01|55P03|57014|53\w{3})$/;

/**
 * Whether the same work may succeed later without intervention: a dependency is unavailable or busy, or its disk is
 * full.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    isUnavailable(error) ||
    isDiskFull(error) ||
    TEMPORARY.test(code) ||
    (error instanceof ServiceError && error.code === 'UNAVAILABLE')
  );
}
