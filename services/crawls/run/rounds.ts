import type { Sql } from '../../database/database.ts';
import type { OfCrawl } from '../frontier/frontier.ts';
import { CRAWL_NEWS } from '../storage/transitions.ts';

/** Sets the time of the next round, unless it is set. Undefined: the crawl has ended. */
export async function planRound(sql: Sql, { crawlId, now }: OfCrawl, timeScale: number): Promise<Date | undefined> {
  const [planned] = await sql.query<{ at: Date }>(
    `update crawls set next_round_at = coalesce(next_round_at, $2::timestamptz + make_interval(secs => refresh_seconds / $3::float8))
     where id = $1 and status = 'running' and refresh_seconds is not null returning next_round_at as at`,
    [crawlId, now, timeScale],
  );
  if (planned) await sql.query('select pg_notify($1, $2)', [CRAWL_NEWS, crawlId]);
  return planned?.at;
}

/**
 * Begins the next round: seeds and addresses that are due wait again. A repeated call finds the round begun.
 *
 * @returns whether the crawl runs
 */
export async function beginRound(sql: Sql, { crawlId }: OfCrawl): Promise<boolean> {
  const [crawl] = await sql.query<{ round: number; has_begun: boolean }>(
    `select round, next_round_at is null as has_begun from crawls where id = $1 and status = 'running' for update`,
    [crawlId],
  );
  if (!crawl || crawl.has_begun) return crawl !== undefined;
  await sql.query('update crawls set round = round + 1, next_round_at = null where id = $1', [crawlId]);
  await sql.query(
    `update crawl_addresses set status = 'waiting', leased_until = null, attempts = 0
     where crawl_id = $1 and status <> 'waiting' and (depth = 0 or due_round <= $2)`,
    [crawlId, crawl.round + 1],
  );
  return true;
}
