import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import type { Address } from './address.ts';

/** A crawl's key, and the time of the statement. */
export interface OfCrawl {
  crawlId: string;
  orgId: string;
  now: Date;
}

/** An address to add. */
export interface FoundAddress extends Address {
  depth: number;
  priority: number;
}

// Addresses with parameters of one shape: more are an endless list.
const MOST_OF_A_SHAPE_WITH_QUERY = 500;
// A shape of which nearly all read pages were copies or had nothing to store is a trap.
const READ_BEFORE_JUDGED = 20;
const IS_TRAP = `read >= ${READ_BEFORE_JUDGED} and worthless * 10 >= read * 9`;
const MOST_ADDRESSES = 2_000_000;
// A crawl of few pages keeps few addresses.
const MOST_WITHOUT_PAGES = 10_000;
const MOST_OF_A_PAGE = 20;

/**
 * Adds addresses that the crawl does not know yet, without those of a trap.
 *
 * @returns the hosts of the new ones
 */
export async function addAddresses(
  sql: Sql,
  { crawlId, orgId }: OfCrawl,
  found: readonly FoundAddress[],
): Promise<string[]> {
  if (found.length === 0) return [];
  // A statement may not touch a row twice.
  const unique = [...new Map(found.map((one) => [one.key, one])).values()].toSorted((one, other) =>
    one.key < other.key ? -1 : 1,
  );
  const rows = await sql.query<{ host: string }>(
    `with given as (
       select g.* from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[])
         as g(key, url, host, shape, depth, priority)
       left join crawl_shapes s on s.crawl_id = $1 and s.shape = g.shape
       where s.shape is null or not (${IS_TRAP} or (position('?' in g.url) > 0 and s.found >= ${MOST_OF_A_SHAPE_WITH_QUERY}))),
     added as (
       insert into ${into('crawl_addresses', 'crawl_id', 'org_id', 'key', 'url', 'host', 'shape', 'depth', 'priority', 'status', 'due_round')}
       select $1, $2, key, url, host, shape, depth, priority, 'waiting', (select round from crawls where id = $1) from given
       where (select found < least(${MOST_ADDRESSES}, ${MOST_WITHOUT_PAGES} + ${MOST_OF_A_PAGE} * (request->>'maxPages')::int)
              from crawls where id = $1 and status in ('pending', 'running'))
       on conflict (crawl_id, key) do nothing returning host, shape),
     shapes as (
       insert into ${into('crawl_shapes', 'crawl_id', 'org_id', 'shape', 'found')}
       select $1, $2, shape, count(*) from added group by shape order by shape
       on conflict (crawl_id, shape) do update set found = crawl_shapes.found + excluded.found),
     counted as (update crawls set found = found + (select count(*) from added) where id = $1 and exists (select from added))
     select distinct host from added`,
    [
      crawlId,
      orgId,
      unique.map(({ key }) => key),
      unique.map(({ url }) => url),
      unique.map(({ host }) => host),
      unique.map(({ shape }) => shape),
      unique.map(({ depth }) => depth),
      unique.map(({ priority }) => priority),
    ],
  );
  return rows.map(({ host }) => host);
}

const MOST_HOSTS = 1_000;

/** The hosts with waiting addresses: one step in the index for each. */
export async function waitingHosts(sql: Sql, crawlId: string): Promise<string[]> {
  const next = `select host from crawl_addresses where crawl_id = $1 and status = 'waiting'`;
  const rows = await sql.query<{ host: string | null }>(
    `with recursive hosts as (
       (${next} order by host limit 1)
       union all
       select (${next} and host > hosts.host order by host limit 1) from hosts where hosts.host is not null)
     select host from hosts where host is not null limit ${MOST_HOSTS}`,
    [crawlId],
  );
  return rows.flatMap(({ host }) => host ?? []);
}

/** An address that the caller reads until its lease ends. */
export type LeasedAddress = ColumnsOf<
  'crawl_addresses',
  'key' | 'url' | 'host' | 'shape' | 'depth' | 'attempts' | 'document_url' | 'etag' | 'last_modified' | 'every_rounds'
> & {
  is_trap: boolean;
  /** When the lease ends; it names the lease. */
  until: Date;
};

/** Leases the first waiting address of a host that has no lease yet. @param onlyHeld pages with a document alone */
export async function leaseNext(
  sql: Sql,
  { crawlId, now }: OfCrawl,
  { host, until, onlyHeld }: { host: string; until: Date; onlyHeld: boolean },
): Promise<LeasedAddress | undefined> {
  const [address] = await sql.query<LeasedAddress>(
    `with next as (
       select key, shape from crawl_addresses
       where crawl_id = $1 and host = $2 and status = 'waiting' and (leased_until is null or leased_until <= $3)
         and (not $5 or document_url is not null)
       order by priority, key limit 1 for update skip locked)
     update crawl_addresses a set leased_until = $4 from next
     where a.crawl_id = $1 and a.key = next.key
     returning a.key, a.url, a.host, a.shape, a.depth, a.attempts, a.document_url, a.etag, a.last_modified, a.every_rounds, a.leased_until as until,
       exists (select from crawl_shapes s where s.crawl_id = $1 and s.shape = a.shape and ${IS_TRAP}) as is_trap`,
    [crawlId, host, now, until, onlyHeld],
  );
  return address;
}

/** Gives an address back that was taken and not read, unless another reader has it: the lease had ended. */
export async function releaseLease(sql: Sql, { crawlId }: OfCrawl, { key, until }: LeasedAddress): Promise<void> {
  await sql.query(
    `update crawl_addresses set leased_until = null
     where crawl_id = $1 and key = $2 and status = 'waiting' and leased_until = $3`,
    [crawlId, key, until],
  );
}

/** When the first waiting address may be taken; undefined if none waits. */
export async function nextDueAt(sql: Sql, { crawlId, now }: OfCrawl, onlyHeld: boolean): Promise<Date | undefined> {
  const waiting = `from crawl_addresses where crawl_id = $1 and status = 'waiting' and (not $2 or document_url is not null)`;
  // Nearly all of a million may be due, so these are not sorted.
  const [due] = await sql.query(`select 1 ${waiting} and (leased_until is null or leased_until <= $3) limit 1`, [
    crawlId,
    onlyHeld,
    now,
  ]);
  if (due) return now;
  const [first] = await sql.query<{ at: Date | null }>(`select min(leased_until) as at ${waiting}`, [
    crawlId,
    onlyHeld,
  ]);
  return first?.at ?? undefined;
}
