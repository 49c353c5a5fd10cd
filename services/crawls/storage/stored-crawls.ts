import type { CrawlRequest, CrawlRow } from '../../../entities/crawls/crawl.ts';
import { recordCallersChange } from '../../accounts/audit-log.ts';
import { insufficientCredits } from '../../billing/insufficient.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Sql } from '../../database/database.ts';
import { storableJson } from '../../database/storable.ts';
import { addressOf } from '../frontier/address.ts';
import { addAddresses } from '../frontier/frontier.ts';
import { priorityOf } from '../frontier/admit.ts';

/** A crawl as its organization sees it. */
export type StoredCrawl = Omit<CrawlRow, 'callerId' | 'portion' | 'portionHeld' | 'portionStored' | 'keepDocuments'>;

/** Crawls of an organization that are not deleted. */
export function selectCrawls({ builder }: Sql, orgId: string) {
  return builder
    .selectFrom('crawls')
    .select(['id', 'org_id as orgId', 'status', 'stop_reason as stopReason', 'request', 'round', 'seq', 'held'])
    .select(['refresh_seconds as refreshSeconds', 'found', 'fetched', 'stored', 'unchanged', 'skipped', 'failed'])
    .select(['created_at as createdAt', 'started_at as startedAt', 'completed_at as completedAt'])
    .select(['next_round_at as nextRoundAt', 'deleted_at as deletedAt', 'is_limited as isLimited'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .$castTo<StoredCrawl>();
}

const MOST_AT_ONCE = 5;

interface NewCrawl {
  orgId: string;
  callerId: string;
  crawlId: string;
  request: CrawlRequest;
  refreshSeconds: number | null;
  now: Date;
}

/**
 * Accepts a crawl within the limit of its organization. A repeated call with the same id changes nothing.
 *
 * @throws ServiceError RATE_LIMITED, INSUFFICIENT_CREDITS
 */
export async function insertCrawl(sql: Sql, crawl: NewCrawl): Promise<void> {
  const { orgId, callerId, crawlId, request, refreshSeconds, now } = crawl;
  // Creations of one organization are serialized, so that the count below is exact.
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`crawls of ${orgId}`]);
  const known = await sql.builder.selectFrom('crawls').select('id').where('id', '=', crawlId).executeTakeFirst();
  if (known) return;
  await requireRoom(sql, orgId);
  await sql.builder
    .insertInto('crawls')
    .values({
      id: crawlId,
      org_id: orgId,
      caller_id: callerId,
      status: 'pending',
      request: storableJson(request),
      refresh_seconds: refreshSeconds,
      created_at: now,
    })
    .execute();
  const seeds = request.urls.flatMap((url) => addressOf(url) ?? []);
  const found = seeds.map((address) => ({
    ...address,
    depth: 0,
    priority: priorityOf(request, address, { depth: 0, isListed: false }),
  }));
  await addAddresses(sql, { crawlId, orgId, now }, found);
  const detail = request.urls[0] ?? null;
  await recordCallersChange(sql, { orgId, action: 'crawl.create', subjectId: crawlId, detail, at: now });
}

async function requireRoom(sql: Sql, orgId: string): Promise<void> {
  const { count } = await sql.builder
    .selectFrom('crawls')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_AT_ONCE)
    throw new ServiceError(
      'RATE_LIMITED',
      `${MOST_AT_ONCE} crawls of this organization are in progress, which is its maximum. Try again when one has ended.`,
      { retryAfterSeconds: 10 },
    );
  const organization = await sql.builder
    .selectFrom('organizations')
    .select(['balance', 'held'])
    .where('id', '=', orgId)
    .executeTakeFirst();
  if (!organization || Number(organization.balance) - Number(organization.held) < 1) throw insufficientCredits(1);
}
