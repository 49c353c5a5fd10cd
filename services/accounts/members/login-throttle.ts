import { createHash } from 'node:crypto';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError, type ServiceErrorCode } from '../../core/errors.ts';
import type { Database, Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';

const FAILURES = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Bounds the failed attempts to sign in over all processes, by each name that an attempt has: its address, its e-mail
 * address.
 */
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

export function createLoginThrottle(database: Database, clock: Clock): LoginThrottle {
  return {
    async attempt(names, work) {
      const counted = await database.transaction((sql) => count(sql, names.map(sha256), clock.now()));
      let isRefused = false;
      try {
        return await work();
      } catch (error) {
        isRefused = error instanceof ServiceError && REFUSALS.has(error.code);
        throw error;
      } finally {
        // What cannot be taken back counts as one failure until its window ends.
        if (!isRefused) await uncount(database, counted).catch(() => undefined);
      }
    },
  };
}
const sha256 = (name: string) => createHash('sha256').update(name).digest('hex');

type Counted = ColumnsOf<'sign_in_failures', 'name_sha256' | 'failures' | 'ends_at'>;

// Rows are locked in the order of their names, so that attempts of the same names cannot wait for each other.
const COUNT = `
  insert into ${into('sign_in_failures', 'name_sha256', 'failures', 'ends_at')}
  select name, 1, $2::timestamptz from unnest($1::text[]) as given(name) order by name
  on conflict (name_sha256) do update set
    failures = case when sign_in_failures.ends_at <= $3 then 1 else sign_in_failures.failures + 1 end,
    ends_at = case when sign_in_failures.ends_at <= $3 then excluded.ends_at else sign_in_failures.ends_at end
  returning name_sha256, failures, ends_at`;

/** @throws ServiceError RATE_LIMITED */
async function count(sql: Sql, names: readonly string[], now: Date): Promise<Counted[]> {
  const counted = await sql.query<Counted>(COUNT, [names, new Date(now.getTime() + WINDOW_MS), now]);
  const full = counted.find(({ failures }) => failures > FAILURES);
  if (full) throw tooManyFailures(full.ends_at.getTime() - now.getTime());
  return counted;
}

/** Statement by statement, since one statement over all rows might lock them in another order than `COUNT`. */
async function uncount({ builder }: Sql, counted: readonly Counted[]): Promise<void> {
  for (const { name_sha256: name, ends_at: endsAt } of counted)
    await builder
      .updateTable('sign_in_failures')
      .set((row) => ({ failures: row('failures', '-', 1) }))
      .where('name_sha256', '=', name)
      .where('ends_at', '=', endsAt)
      .execute();
}

function tooManyFailures(waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `Too many failed attempts to sign in; try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    { retryAfterSeconds },
  );
}
