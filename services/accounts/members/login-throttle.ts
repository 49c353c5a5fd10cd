import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { ServiceError, type ServiceErrorCode } from '../../core/errors.ts';

const FAILURES = 10;
const WINDOW_MS = 15 * 60_000;
const REMEMBERED_NAMES = 10_000;

/** Bounds the failed attempts to sign in, by each name that an attempt has: its address, its e-mail address. */
export interface LoginThrottle {
  /**
   * Makes one attempt. It counts from its beginning on, so that attempts at the same time cannot exceed the bound, and
   * no longer once it has succeeded or failed for another reason than the credentials.
   *
   * @throws ServiceError RATE_LIMITED without an attempt after ten failures of one name within 15 minutes
   */
  attempt<T>(names: readonly string[], work: () => Promise<T>): Promise<T>;
}

const REFUSALS: ReadonlySet<ServiceErrorCode> = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED']);

interface Failures {
  count: number;
  sinceMs: number;
}

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failures = new LRUCache<string, Failures>({ max: REMEMBERED_NAMES });

  function of(name: string): Failures {
    const nowMs = clock.now().getTime();
    const known = failures.get(name);
    if (known && nowMs - known.sinceMs < WINDOW_MS) return known;
    const fresh = { count: 0, sinceMs: nowMs };
    failures.set(name, fresh);
    return fresh;
  }

  return {
    async attempt(names, work) {
      const counted = names.map(of);
      const full = counted.find(({ count }) => count >= FAILURES);
      if (full) throw tooManyFailures(full.sinceMs + WINDOW_MS - clock.now().getTime());
      for (const one of counted) one.count += 1;
      let isRefused = false;
      try {
        return await work();
      } catch (error) {
        isRefused = error instanceof ServiceError && REFUSALS.has(error.code);
        throw error;
      } finally {
        if (!isRefused) for (const one of counted) one.count -= 1;
      }
    },
  };
}

function tooManyFailures(waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `Too many failed attempts to sign in; try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );
}
