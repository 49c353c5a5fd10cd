import type { Sql } from '../../database/database.ts';
import type { Validators } from '../../fetch/download.ts';

/** A feed or sitemap as a source last read it. */
export interface KnownListing {
  validators: Validators;
  readAt: Date;
}

/** Those of one source by URL: its own, and those that its index names. */
export async function knownListings(sql: Sql, sourceId: string): Promise<Map<string, KnownListing>> {
  const rows = await sql.query<{ url: string; etag: string | null; last_modified: string | null; read_at: Date }>(
    'select url, etag, last_modified, read_at from source_listings where source_id = $1',
    [sourceId],
  );
  return new Map(rows.map((row) => [row.url, { readAt: row.read_at, validators: validatorsOfRow(row) }]));
}

export function validatorsOfRow({
  etag,
  last_modified,
}: {
  etag: string | null;
  last_modified: string | null;
}): Validators {
  return { ...(etag !== null && { etag }), ...(last_modified !== null && { lastModified: last_modified }) };
}

/** How many pages a feed or sitemap lists, as it was last read. */
export async function countListed(sql: Sql, sourceId: string, listingUrl: string): Promise<number> {
  const [row] = await sql.query<{ pages: string }>(
    'select count(*) as pages from source_pages where source_id = $1 and listing_url = $2 and listed',
    [sourceId, listingUrl],
  );
  return Number(row?.pages ?? 0);
}
