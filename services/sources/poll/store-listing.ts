import type { ColumnsOf } from '../../../entities/row-types.ts';
import { noneOf } from '../../database/builder.ts';
import type { Database, Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import type { Validators } from '../../fetch/download.ts';
import type { ListedPages, SourceKind } from '../listing/listing.ts';
import { lockSource, type ActiveSource } from '../storage/active-source.ts';

// A sitemap without dates shows no changes: its pages are requested once a day, conditionally.
const UNDATED_AGAIN_MS = 86_400_000;

/** One feed or sitemap as it was just read. */
export interface ReadListing {
  listingUrl: string;
  kind: SourceKind;
  entries: readonly ListedPages[];
  validators: Validators;
}

/** Compares a listing with the known pages and stores which are due, in one transaction. */
export async function storeListing(
  database: Database,
  source: ActiveSource,
  listing: ReadListing,
  now: Date,
): Promise<void> {
  await database.transaction(async (sql) => {
    if (!(await lockSource(sql, source.id))) return;
    await takeListed(sql, source.id, listing, now);
    await leaveUnlisted(sql, source.id, listing);
    await rememberListing(sql, source.id, listing, now);
    // A listing that is no longer an index has no sitemaps.
    if (listing.listingUrl === source.url) await forgetListings(sql, source.id, [source.url]);
  });
}

/** Stores that a source is an index of these sitemaps, after they were read. */
export async function storeIndex(
  database: Database,
  source: ActiveSource,
  { entries, validators }: Pick<ReadListing, 'entries' | 'validators'>,
  now: Date,
): Promise<void> {
  const index = { listingUrl: source.url, validators };
  await database.transaction(async (sql) => {
    if (!(await lockSource(sql, source.id))) return;
    await leaveUnlisted(sql, source.id, { ...index, kind: 'sitemap', entries: [] });
    await forgetListings(sql, source.id, [source.url, ...entries.map(({ url }) => url)]);
    await rememberListing(sql, source.id, index, now);
  });
}

/** New pages are due, and known pages that the listing dates as changed. */
async function takeListed(
  sql: Sql,
  sourceId: string,
  { listingUrl, kind, entries }: ReadListing,
  now: Date,
): Promise<void> {
  const undatedBefore = kind === 'sitemap' ? new Date(now.getTime() - UNDATED_AGAIN_MS) : null;
  const changed = `source_pages.read_at is null
    or (excluded.listed_at is distinct from source_pages.listed_at and excluded.listed_at is not null)
    or excluded.listed_at > source_pages.read_at
    or (excluded.listed_at is null and source_pages.read_at < $6)`;
  await sql.query(
    `insert into ${into('source_pages', 'source_id', 'url', 'listing_url', 'listed', 'listed_at', 'published_date', 'due', 'held', 'first_seen_at')}
     select $1, url, $2, true, listed_at, published_date, 'read', false, $5 from unnest($3::text[], $4::timestamptz[], $7::text[]) as given(url, listed_at, published_date)
     on conflict (source_id, url) do update set
       listing_url = excluded.listing_url, listed = true, listed_at = excluded.listed_at, published_date = excluded.published_date,
       due = case when ${changed} then 'read' when source_pages.due = 'read' then 'read' end,
       attempts = case when ${changed} then 0 else source_pages.attempts end`,
    [
      sourceId,
      listingUrl,
      entries.map((entry) => entry.url),
      entries.map((entry) => entry.changedAt ?? null),
      now,
      undatedBefore,
      entries.map((entry) => entry.publishedDate ?? null),
    ],
  );
}

/** A page that left a sitemap is requested once more. A page that left a feed is only old. */
async function leaveUnlisted(sql: Sql, sourceId: string, { listingUrl, kind, entries }: ReadListing): Promise<void> {
  const due = kind === 'feed' ? 'due' : `case when held then 'recheck' else 'drop' end`;
  await sql.query(
    `update source_pages set listed = false, due = ${due}
     where source_id = $1 and listing_url = $2 and listed and url <> all($3::text[])`,
    [sourceId, listingUrl, entries.map((entry) => entry.url)],
  );
}

async function rememberListing(
  sql: Sql,
  sourceId: string,
  { listingUrl, validators }: Pick<ReadListing, 'listingUrl' | 'validators'>,
  now: Date,
): Promise<void> {
  const read = { etag: validators.etag ?? null, last_modified: validators.lastModified ?? null, read_at: now };
  await sql.builder
    .insertInto('source_listings')
    .values({ source_id: sourceId, url: listingUrl, ...read })
    .onConflict((conflict) => conflict.columns(['source_id', 'url']).doUpdateSet(read))
    .execute();
}

/** Forgets sitemaps that left the index. Their pages count as pages that left a sitemap. */
async function forgetListings(sql: Sql, sourceId: string, kept: readonly string[]): Promise<void> {
  const gone = await sql.builder
    .deleteFrom('source_listings')
    .where('source_id', '=', sourceId)
    .where('url', '<>', noneOf(kept))
    .returning('url')
    .execute();
  await sql.query(
    `update source_pages set listed = false, due = case when held then 'recheck' else 'drop' end
     where source_id = $1 and listing_url = any($2::text[]) and listed`,
    [sourceId, gone.map((listing) => listing.url)],
  );
}

/** Drops the pages above the source's limit: unlisted pages first, then the oldest. */
export async function dropSurplus(sql: Sql, { id, max_pages }: ActiveSource): Promise<void> {
  await sql.query(
    `update source_pages set due = 'drop' where source_id = $1 and url in (
       select url from source_pages where source_id = $1 and due is distinct from 'drop'
       order by listed desc, first_seen_at desc, listed_at desc nulls last, url offset $2)`,
    [id, max_pages],
  );
}

/** A feed or sitemap as a source last read it. */
export interface KnownListing {
  validators: Validators;
  readAt: Date;
}

/** The listings of a source by URL: its own, and the sitemaps of its index. */
export async function knownListings(sql: Sql, sourceId: string): Promise<Map<string, KnownListing>> {
  const rows = await sql.builder
    .selectFrom('source_listings')
    .select(['url', 'etag', 'last_modified', 'read_at'])
    .where('source_id', '=', sourceId)
    .execute();
  return new Map(rows.map((row) => [row.url, { readAt: row.read_at, validators: validatorsOfRow(row) }]));
}

export function validatorsOfRow({
  etag,
  last_modified,
}: ColumnsOf<'source_pages', 'etag' | 'last_modified'>): Validators {
  return { ...(etag !== null && { etag }), ...(last_modified !== null && { lastModified: last_modified }) };
}

/** How many pages a feed or sitemap lists, as it was last read. */
export async function countListed(sql: Sql, sourceId: string, listingUrl: string): Promise<number> {
  const { pages } = await sql.builder
    .selectFrom('source_pages')
    .select(({ fn }) => fn.countAll<string>().as('pages'))
    .where('source_id', '=', sourceId)
    .where('listing_url', '=', listingUrl)
    .where('listed', '=', true)
    .executeTakeFirstOrThrow();
  return Number(pages);
}
