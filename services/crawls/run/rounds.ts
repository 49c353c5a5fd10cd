import type { Database, Sql } from '../../database/database.ts';
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

const ADDRESSES_AT_ONCE = 5_000;

/**
 * Begins the next round: seeds and addresses that are due wait again. A repeated call goes on where the last one was ended, or
 * finds the round begun.
 *
 * @returns whether the crawl runs
 */
export async function beginRound(database: Database, of: OfCrawl, signal: AbortSignal): Promise<boolean> {
  const crawl = await findRound(database, of.crawlId);
  if (!crawl || crawl.next_round_at === null) return crawl !== undefined;
  for (let after: string | undefined = ''; after !== undefined;) {
    signal.throwIfAborted();
    after = await resetDue(database, of, { after, round: crawl.round + 1 });
  }
  const begun = await database.builder
    .updateTable('crawls')
    .set({ round: crawl.round + 1, next_round_at: null, is_limited: false })
    .where('id', '=', of.crawlId)
    .where('status', '=', 'running')
    .where('round', '=', crawl.round)
    .returning('id')
    .executeTakeFirst();
  return begun !== undefined || (await findRound(database, of.crawlId)) !== undefined;
}

function findRound({ builder }: Sql, crawlId: string) {
  return builder
    .selectFrom('crawls')
    .select(['round', 'next_round_at'])
    .where('id', '=', crawlId)
    .where('status', '=', 'running')
    .executeTakeFirst();
}

/**
 * Some of the addresses, in the order of their keys: a crawl may have a million. None once the round has begun: an attempt
 * that was taken for lost may still run.
 *
 * @returns the last key; undefined at the end
 */
async function resetDue(
  sql: Sql,
  { crawlId }: OfCrawl,
  { after, round }: { after: string; round: number },
): Promise<string | undefined> {
  const [reached] = await sql.query<{ last: string | null; seen: number }>(
    `with portion as (
       select key from crawl_addresses where crawl_id = $1 and key > $2 order by key limit ${ADDRESSES_AT_ONCE}),
     reset as (
       update crawl_addresses a set status = 'waiting', leased_until = null, attempts = 0 from portion
       where a.crawl_id = $1 and a.key = portion.key and a.status <> 'waiting' and (a.depth = 0 or a.due_round <= $3)
         and exists (select from crawls where id = $1 and status = 'running' and round = $3 - 1))
     select max(key) as last, count(*)::int as seen from portion`,
    [crawlId, after, round],
  );
  return reached?.seen === ADDRESSES_AT_ONCE ? (reached.last ?? undefined) : undefined;
}
