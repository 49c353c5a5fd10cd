import { fingerprintOf } from '../../monitors/novelty/fingerprint.ts';
import type { Sql } from '../../database/database.ts';
import { into } from '../../database/into.ts';
import type { OfCrawl } from './frontier.ts';

// Fifteen rows of a signature each. Texts that share 95 of 100 word sequences share two prints in 93 of 100 cases, and
// those that share 80 of 100 in two.
const BANDS_OF_A_PRINT = 5;
const SHARED_BY_COPIES = 2;

// Addresses in a text differ between pages of an endless list.
// Without `(` in it each attempt ends at the next link, so the time is linear.
const LINK_TARGET = /\]\([^()\s]*\)/g;

/** What near copies share. Empty for a text without words. */
export function printsOf(text: string): number[] {
  const { bodyHash, bands } = fingerprintOf('', text.replaceAll(LINK_TARGET, ']'));
  if (bands === null) return bodyHash ? [bodyHash.readInt32BE(0), bodyHash.readInt32BE(4)] : [];
  const prints: number[] = [];
  for (let from = 0; from + BANDS_OF_A_PRINT <= bands.length; from += BANDS_OF_A_PRINT)
    prints.push(
      bands.slice(from, from + BANDS_OF_A_PRINT).reduce((print, band) => (Math.imul(print, 31) + band) | 0, from),
    );
  return prints;
}

export function areNearCopies(one: readonly number[], other: readonly number[]): boolean {
  return one.filter((print) => other.includes(print)).length >= SHARED_BY_COPIES;
}

/** The key of a stored page of the crawl that a text copies; undefined if there is none. */
export async function copiedPage(
  sql: Sql,
  { crawlId }: OfCrawl,
  { key, prints }: { key: string; prints: readonly number[] },
): Promise<string | undefined> {
  if (prints.length === 0) return undefined;
  const [copied] = await sql.query<{ key: string }>(
    `select key from crawl_prints where crawl_id = $1 and print = any($2::int[]) and key <> $3
     group by key having count(*) >= ${SHARED_BY_COPIES} order by count(*) desc, key limit 1`,
    [crawlId, prints, key],
  );
  return copied?.key;
}

/** Replaces the prints of pages. No prints: the page is forgotten. */
export async function storePrints(
  sql: Sql,
  { crawlId, orgId }: OfCrawl,
  pages: ReadonlyArray<{ key: string; prints: readonly number[] }>,
): Promise<void> {
  await sql.query('delete from crawl_prints where crawl_id = $1 and key = any($2::text[])', [
    crawlId,
    pages.map(({ key }) => key),
  ]);
  const rows = pages.flatMap(({ key, prints }) => [...new Set(prints)].map((print) => ({ key, print })));
  await sql.query(
    `insert into ${into('crawl_prints', 'crawl_id', 'org_id', 'print', 'key')}
     select $1, $2, print, key from unnest($3::int[], $4::text[]) as given(print, key)`,
    [crawlId, orgId, rows.map(({ print }) => print), rows.map(({ key }) => key)],
  );
}
