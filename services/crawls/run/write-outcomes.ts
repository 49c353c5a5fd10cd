import type { ADDRESS_STATUSES } from '../../../entities/crawls/crawl-address.ts';
import type { Sql } from '../../database/database.ts';
import type { Validators } from '../../fetch/download.ts';
import type { LeasedAddress, OfCrawl } from '../frontier/frontier.ts';

/** The new state of an address. */
export interface AddressOutcome {
  address: LeasedAddress;
  status: (typeof ADDRESS_STATUSES)[number];
  reason?: string | undefined;
  httpStatus?: number | undefined;
  title?: string | undefined;
  /** URL of the document that the page now has. */
  documentUrl?: string;
  validators?: Validators;
  /** Whether the origin said that the page is gone: its document goes too. */
  isGone?: boolean;
  /** Whether the page counts against its shape. */
  isWorthless?: boolean;
  /** Of a waiting address: how long it waits. */
  afterMs?: number;
}

const MOST_ROUNDS = 16;

/** What a batch has added to a crawl. */
export interface Counted {
  stored: number;
  /** How many more pages have a document. Negative: documents have gone. */
  added: number;
}

/**
 * Writes the states of addresses, numbers their events, and counts.
 *
 * What has changed is read in the next round, what has not half as often as before, at least every sixteenth round.
 */
export async function writeOutcomes(
  sql: Sql,
  { crawlId, orgId, now }: OfCrawl,
  { round, outcomes }: { round: number; outcomes: readonly AddressOutcome[] },
): Promise<Counted> {
  const ofAll = <T>(value: (outcome: AddressOutcome) => T) => outcomes.map(value);
  const [counted] = await sql.query<Counted>(
    `with given as (
       select *, row_number() over () as nth from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int[], $12::boolean[], $13::boolean[], $14::int[])
         as g(key, status, reason, http_status, title, document_url, etag, last_modified, after_ms, is_gone, is_worthless, every_rounds)),
     numbered as (
       select *, (select seq from crawls where id = $1) + row_number() over (order by nth) as event
       from given where status <> 'waiting'),
     before as (
       select a.key, a.document_url from crawl_addresses a join given g on a.crawl_id = $1 and a.key = g.key),
     written as (
       update crawl_addresses a set
         status = g.status, reason = g.reason, http_status = coalesce(g.http_status, a.http_status),
         title = coalesce(g.title, a.title), leased_until = $2::timestamptz + make_interval(secs => g.after_ms::float8 / 1000),
         attempts = case when g.status = 'waiting' then a.attempts + 1 else 0 end,
         seq = coalesce(n.event, a.seq), fetched_at = $2,
         document_url = case when g.is_gone then null else coalesce(g.document_url, a.document_url) end,
         etag = case when g.document_url is null and not g.is_gone then a.etag else g.etag end,
         last_modified = case when g.document_url is null and not g.is_gone then a.last_modified else g.last_modified end,
         every_rounds = g.every_rounds, due_round = $15::int + g.every_rounds
       from given g left join numbered n on n.key = g.key
       where a.crawl_id = $1 and a.key = g.key and a.status = 'waiting'
       returning a.key, a.status, a.document_url, a.shape, g.is_worthless, g.http_status),
     shapes as (
       update crawl_shapes s set read = s.read + t.read, worthless = s.worthless + t.worthless
       from (select shape, count(*) as read, count(*) filter (where is_worthless) as worthless
             from written where status <> 'waiting' group by shape) t
       where s.crawl_id = $1 and s.shape = t.shape)
     update crawls set
       seq = seq + (select count(*) from numbered),
       fetched = fetched + (select count(*) from written where http_status is not null),
       stored = stored + (select count(*) from written where status = 'stored'),
       portion_stored = portion_stored + (select count(*) from written where status = 'stored'),
       unchanged = unchanged + (select count(*) from written where status = 'unchanged'),
       skipped = skipped + (select count(*) from written where status = 'skipped'),
       failed = failed + (select count(*) from written where status = 'failed'),
       held = held + (select count(*) filter (where w.document_url is not null) - count(*) filter (where b.document_url is not null)
                      from written w join before b using (key))
     where id = $1 and org_id = $16 returning
       (select count(*) from written where status = 'stored')::int as stored,
       (select count(*) filter (where w.document_url is not null) - count(*) filter (where b.document_url is not null)
        from written w join before b using (key))::int as added`,
    [
      crawlId,
      now,
      ofAll(({ address }) => address.key),
      ofAll(({ status }) => status),
      ofAll(({ reason }) => reason ?? null),
      ofAll(({ httpStatus }) => httpStatus ?? null),
      ofAll(({ title }) => title ?? null),
      ofAll(({ documentUrl }) => documentUrl ?? null),
      ofAll(({ validators }) => validators?.etag ?? null),
      ofAll(({ validators }) => validators?.lastModified ?? null),
      ofAll(({ status, afterMs }) => (status === 'waiting' ? (afterMs ?? 0) : null)),
      ofAll(({ isGone }) => isGone ?? false),
      ofAll(({ isWorthless }) => isWorthless ?? false),
      ofAll(nextInterval),
      round,
      orgId,
    ],
  );
  return counted ?? { stored: 0, added: 0 };
}

function nextInterval({ status, address }: AddressOutcome): number {
  if (status === 'waiting') return address.every_rounds;
  return status === 'stored' ? 1 : Math.min(address.every_rounds * 2, MOST_ROUNDS);
}
