import type { Database } from '../../database/database.ts';
import { countDue } from './due-pages.ts';
import { activeSource, type ActiveSource } from '../storage/active-source.ts';
import { nextAttemptAtMs } from './next-poll.ts';
import { pollListing, type ListingPoll, type PollListingDeps } from './poll-listing.ts';
import { createReadDue, type ReadDueDeps } from './read-due.ts';

const PAGES_AT_ONCE = 25;
const PORTION_WITHIN_MS = 60_000;

export interface PollDeps extends Omit<ReadDueDeps, 'robotsRefusal'>, PollListingDeps {
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** Removes the schedule of a source that is no longer followed. */
  unfollow(sourceId: string): Promise<void>;
}

/** The steps of one poll. Each is safe to repeat: its progress is stored page by page. */
export interface Poll {
  /** Reads the feed or sitemap. Returns how many pages are due; undefined if this poll has nothing to do. */
  list(sourceId: string, since: Date, signal: AbortSignal): Promise<{ due: number } | undefined>;
  /** Reads a portion of the due pages. Returns how many are left. */
  readPages(sourceId: string, since: Date, signal: AbortSignal): Promise<{ due: number }>;
}

export function createPoll(deps: PollDeps): Poll {
  const { database, clock } = deps;
  const readDue = createReadDue({ ...deps, robotsRefusal: deps.web.robotsRefusal });

  return {
    async list(sourceId, since, signal) {
      const source = await activeSource(database, sourceId);
      if (!source) {
        // A crash between row and schedule left the schedule behind.
        await deps.unfollow(sourceId);
        return undefined;
      }
      if (!isWorthPolling(deps, source)) return undefined;
      const poll = await pollListing(deps, source, signal);
      await recordPoll(database, source, { ...poll, since, now: clock.now() });
      return { due: await countDue(database, sourceId, since) };
    },

    async readPages(sourceId, since, signal) {
      const source = await activeSource(database, sourceId);
      if (!source || source.suspended) return { due: 0 };
      await readDue(source, { since, pages: PAGES_AT_ONCE, withinMs: PORTION_WITHIN_MS }, signal);
      return { due: await countDue(database, sourceId, since) };
    },
  };
}

function isWorthPolling({ clock, timeScale }: PollDeps, source: ActiveSource): boolean {
  const { created_at, cadence_seconds, last_polled_at, consecutive_failures, suspended } = source;
  const pace = {
    createdAt: created_at,
    cadenceSeconds: cadence_seconds,
    lastPolledAt: last_polled_at,
    consecutiveFailures: consecutive_failures,
    timeScale,
  };
  return !suspended && clock.now().getTime() >= nextAttemptAtMs(pace);
}

/** A repeated step counts its failure once. */
async function recordPoll(
  database: Database,
  { id }: ActiveSource,
  { kind, fault, since, now }: ListingPoll & { since: Date; now: Date },
): Promise<void> {
  await database.query(
    `update sources set last_polled_at = $2, last_error = $3, kind = coalesce(kind, $4),
       consecutive_failures = case when not $5 then 0 when last_polled_at >= $6 then consecutive_failures else consecutive_failures + 1 end
     where id = $1`,
    [id, now, fault?.message ?? null, kind ?? null, fault?.status === 'failed', since],
  );
}
