import type { CRAWL_STOP_REASONS, CrawlRequest } from '../../../entities/crawls/crawl.ts';
import { placeHold, settleHold } from '../../billing/ledger.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Sql } from '../../database/database.ts';
import type { OfCrawl } from '../frontier/frontier.ts';

/** PostgreSQL channel for the id of each crawl that has an event. */
export const CRAWL_NEWS = 'crawl_news';

/** The operation of a crawl's charges. */
export const CRAWL_OPERATION = 'createCrawl';

export type EndOfCrawlReason = (typeof CRAWL_STOP_REASONS)[number];

/** A crawl while it runs. */
export interface RunningCrawl {
  request: CrawlRequest;
  refreshSeconds: number | null;
  round: number;
  held: number;
  isLimited: boolean;
  callerId: string;
  portion: number;
  portionHeld: number | null;
  portionStored: number;
}

/** The crawl, locked until the transaction ends, if it runs. */
export async function lockRunning(sql: Sql, crawlId: string): Promise<RunningCrawl | undefined> {
  return sql.builder
    .selectFrom('crawls')
    .select(['request', 'refresh_seconds as refreshSeconds', 'round', 'held', 'caller_id as callerId'])
    .select('is_limited as isLimited')
    .select(['portion', 'portion_held as portionHeld', 'portion_stored as portionStored'])
    .where('id', '=', crawlId)
    .where('status', '=', 'running')
    .forUpdate()
    .$castTo<RunningCrawl>()
    .executeTakeFirst();
}

/** Whether a crawl stores no page that has no document yet. */
export function isFull({ held, isLimited, request }: Pick<RunningCrawl, 'held' | 'isLimited' | 'request'>): boolean {
  return isLimited || held >= request.maxPages;
}

/** Whether the organization is suspended: nothing is read for it until that ends. */
export async function isSuspended({ builder }: Sql, orgId: string): Promise<boolean> {
  const organization = await builder
    .selectFrom('organizations')
    .select('suspended_at')
    .where('id', '=', orgId)
    .executeTakeFirst();
  return organization?.suspended_at !== null;
}

/** Starts a pending crawl. Returns whether it runs. */
export async function beginCrawl(sql: Sql, { crawlId, now }: OfCrawl): Promise<boolean> {
  const row = await sql.builder
    .updateTable('crawls')
    .set((crawl) => ({ status: 'running', started_at: crawl.fn.coalesce('started_at', crawl.val(now)) }))
    .where('id', '=', crawlId)
    .where('status', 'in', ['pending', 'running'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const holdKey = (crawlId: string, portion: number) => `${crawlId}:${portion}`;

/**
 * Holds the credits of the next portion, or finds those that an earlier attempt holds.
 *
 * @param most pages of the portion
 * @returns the pages that it may still store; 0 if there are no credits
 */
export async function openPortion(
  sql: Sql,
  { crawlId, orgId, now }: OfCrawl,
  { crawl, most }: { crawl: RunningCrawl; most: number },
): Promise<number> {
  if (crawl.portionHeld !== null) return crawl.portionHeld - crawl.portionStored;
  const chargedFor = { operation: CRAWL_OPERATION, callerId: crawl.callerId, scope: crawl.request.scope };
  const businessKey = holdKey(crawlId, crawl.portion);
  for (let amount = most; amount >= 1; amount = Math.floor(amount / 2)) {
    const request = { orgId, businessKey, amount, expiresAt: null, chargedFor };
    if ((await held(sql, request, now)) !== 'placed') continue;
    await sql.builder.updateTable('crawls').set({ portion_held: amount }).where('id', '=', crawlId).execute();
    return amount;
  }
  return 0;
}

/** The cap of a key refuses as an empty balance does. */
async function held(sql: Sql, request: Parameters<typeof placeHold>[1], now: Date) {
  try {
    return await placeHold(sql, request, now);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'INSUFFICIENT_CREDITS') return 'insufficient';
    throw error;
  }
}

/** Charges the pages of the current portion, gives the rest back, and returns the credits. */
export async function closePortion(sql: Sql, { crawlId, now }: OfCrawl): Promise<number> {
  const [portion] = await sql.query<{ portion: number; portion_held: number | null; portion_stored: number }>(
    'select portion, portion_held, portion_stored from crawls where id = $1 for update',
    [crawlId],
  );
  if (!portion || portion.portion_held === null) return 0;
  // A lost attempt may have stored pages beside the one that replaced it.
  const credits = Math.min(portion.portion_stored, portion.portion_held);
  await settleHold(sql, holdKey(crawlId, portion.portion), credits, now);
  await sql.query('update crawls set portion = portion + 1, portion_held = null, portion_stored = 0 where id = $1', [
    crawlId,
  ]);
  return credits;
}

const STATUSES: Record<EndOfCrawlReason, 'completed' | 'failed' | 'cancelled'> = {
  finished: 'completed',
  max_pages: 'completed',
  budget_reached: 'completed',
  cancelled: 'cancelled',
  internal_error: 'failed',
};

/** Ends a crawl once. One that has ended is unchanged. Returns the credits of its last portion if this call ended it. */
export async function endCrawl(sql: Sql, of: OfCrawl, stopReason: EndOfCrawlReason): Promise<number | undefined> {
  const ended = await sql.builder
    .updateTable('crawls')
    .set({ status: STATUSES[stopReason], stop_reason: stopReason, completed_at: of.now, next_round_at: null })
    .where('id', '=', of.crawlId)
    .where('status', 'in', ['pending', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (!ended) return undefined;
  const credits = await closePortion(sql, of);
  await sql.query('select pg_notify($1, $2)', [CRAWL_NEWS, of.crawlId]);
  return credits;
}
