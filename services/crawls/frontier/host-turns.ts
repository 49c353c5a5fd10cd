import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';

interface Turn {
  host: string;
  crawlId: string;
  /** Unique to the reader. */
  holder: string;
  /** After it the holder counts as lost. */
  until: Date;
}

/** What a host answered, for its next turn. */
interface TurnEnd {
  host: string;
  holder: string;
  /** Until the next request of any crawl. */
  delayMs: number;
  /** Whether it answered that it is overloaded, or not at all. */
  isOverloaded: boolean;
}

/**
 * One request at a time to each host, and a delay between two, over all crawls, organizations and processes. A crawl that
 * was refused goes before the one that had the last turn.
 */
export interface CrawlTurns {
  /** `free`: the caller has the turn. Otherwise the time to ask again. */
  take(turn: Turn): Promise<'taken' | Date>;
  /** Returns when the host is free again. */
  end(end: TurnEnd): Promise<Date>;
}

const WANTED_MS = 2_000;
const ASK_AGAIN_MS = 100;
const BACK_OFF_MS = 2_000;
const LONGEST_BACK_OFF_DOUBLINGS = 8;

/** @param background hosts are of no organization */
export function createCrawlTurns({ background, clock }: { background: Sql; clock: Clock }): CrawlTurns {
  return {
    async take({ host, crawlId, holder, until }) {
      const now = clock.now();
      const wantedSince = new Date(now.getTime() - WANTED_MS);
      const [taken] = await background.query(
        `insert into ${into('crawl_hosts', 'host', 'free_at', 'holder', 'held_until', 'last_crawl')} values ($1, $2, $3, $4, $5)
         on conflict (host) do update set holder = $3, held_until = $4, last_crawl = $5,
           wanted_by = nullif(crawl_hosts.wanted_by, $5)
         where crawl_hosts.free_at <= $2 and (crawl_hosts.holder is null or crawl_hosts.held_until <= $2)
           and not coalesce(crawl_hosts.last_crawl = $5 and crawl_hosts.wanted_by <> $5 and crawl_hosts.wanted_at > $6, false)
         returning 1`,
        [host, now, holder, until, crawlId, wantedSince],
      );
      if (taken) return 'taken';
      const [wanted] = await background.query<{ at: Date }>(
        `update crawl_hosts set
           wanted_by = case when last_crawl = $3 then wanted_by else $3 end,
           wanted_at = case when last_crawl = $3 then wanted_at else $2 end
         where host = $1 returning greatest(free_at, $2::timestamptz) as at`,
        [host, now, crawlId],
      );
      return new Date(Math.max(wanted?.at.getTime() ?? 0, now.getTime() + ASK_AGAIN_MS));
    },

    async end({ host, holder, delayMs, isOverloaded }) {
      const now = clock.now();
      const [freed] = await background.query<{ at: Date }>(
        `update crawl_hosts set holder = null, held_until = null,
           failures = case when $4 then least(failures + 1, ${LONGEST_BACK_OFF_DOUBLINGS}) else 0 end,
           free_at = $2::timestamptz + make_interval(secs => greatest($3::float8, case when $4 then ${BACK_OFF_MS} * 2 ^ failures else 0 end) / 1000)
         where host = $1 and holder = $5 returning free_at as at`,
        [host, now, delayMs, isOverloaded, holder],
      );
      return freed?.at ?? now;
    },
  };
}
