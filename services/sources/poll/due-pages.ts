import type { DUE } from '../../../entities/sources/source-page.ts';
import type { Sql } from '../../database/database.ts';
import type { Validators } from '../../fetch/download.ts';
import { validatorsOfRow } from './store-listing.ts';

/** After so many tries that failed for a passing reason a page is left until its listing is read again. */
const MOST_ATTEMPTS = 3;

/** A page for which something has to be done. */
export interface DuePage {
  url: string;
  due: (typeof DUE)[number];
  held: boolean;
  listed: boolean;
  validators: Validators;
  /** As the feed says it; null where it does not. */
  publishedDate: string | null;
}

/** Pages that this poll has not tried yet, those to be taken away first. */
export async function duePages(
  sql: Sql,
  sourceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DuePage[]> {
  const rows = await sql.query<Omit<DuePage, 'validators'> & { etag: string | null; last_modified: string | null }>(
    `select url, due, held, listed, etag, last_modified, published_date as "publishedDate" from source_pages
     where source_id = $1 and due is not null and (tried_at is null or tried_at < $2)
     order by due, first_seen_at, url limit $3`,
    [sourceId, since, limit],
  );
  return rows.map((row) => ({
    url: row.url,
    due: row.due,
    held: row.held,
    listed: row.listed,
    publishedDate: row.publishedDate,
    validators: validatorsOfRow(row),
  }));
}

/** How many are left for this poll. */
export async function countDue(sql: Sql, sourceId: string, since: Date): Promise<number> {
  const [row] = await sql.query<{ due: string }>(
    'select count(*) as due from source_pages where source_id = $1 and due is not null and (tried_at is null or tried_at < $2)',
    [sourceId, since],
  );
  return Number(row?.due ?? 0);
}

/** Where one page of one source stands. */
export interface DuePageKey {
  sourceId: string;
  url: string;
  now: Date;
}

/** Marks that a document is about to be stored: a deletion of the source from now on deletes the document too. */
export async function markHeld(sql: Sql, { sourceId, url }: DuePageKey): Promise<void> {
  await sql.query('update source_pages set held = true where source_id = $1 and url = $2', [sourceId, url]);
}

/** It was not stored after all, and no former version of it is. */
export async function unmarkHeld(sql: Sql, { sourceId, url }: DuePageKey): Promise<void> {
  await sql.query('update source_pages set held = false where source_id = $1 and url = $2', [sourceId, url]);
}

export async function markRead(
  sql: Sql,
  { sourceId, url, now }: DuePageKey,
  { etag, lastModified }: Validators,
): Promise<void> {
  await sql.query(
    `update source_pages set due = null, attempts = 0, tried_at = $3, read_at = $3, etag = $4, last_modified = $5, missing_since = null,
       error = null
     where source_id = $1 and url = $2`,
    [sourceId, url, now, etag ?? null, lastModified ?? null],
  );
}

export async function markUnchanged(sql: Sql, { sourceId, url, now }: DuePageKey): Promise<void> {
  await sql.query(
    'update source_pages set due = null, attempts = 0, tried_at = $3, read_at = $3, error = null where source_id = $1 and url = $2',
    [sourceId, url, now],
  );
}

/** Its document is gone. One that is still listed is remembered, so that it is not taken for a new one. */
export async function markMissing(sql: Sql, { sourceId, url, now }: DuePageKey): Promise<void> {
  await sql.query('delete from source_pages where source_id = $1 and url = $2 and not listed', [sourceId, url]);
  await sql.query(
    `update source_pages set due = null, attempts = 0, tried_at = $3, read_at = $3, etag = null, last_modified = null, held = false,
       error = null, missing_since = coalesce(missing_since, $3)
     where source_id = $1 and url = $2`,
    [sourceId, url, now],
  );
}

export async function forgetPage(sql: Sql, { sourceId, url }: DuePageKey): Promise<void> {
  await sql.query('delete from source_pages where source_id = $1 and url = $2', [sourceId, url]);
}

/** It could not be read. What passes is tried again by the next polls; a document that is there stays. */
export async function markFailed(
  sql: Sql,
  { sourceId, url, now }: DuePageKey,
  { message, passes }: { message: string; passes: boolean },
): Promise<void> {
  await sql.query(
    `update source_pages set attempts = attempts + 1, tried_at = $3, error = $4,
       due = case when $5 and attempts + 1 < ${MOST_ATTEMPTS} then due end, read_at = case when $5 then read_at else $3 end
     where source_id = $1 and url = $2`,
    [sourceId, url, now, message, passes],
  );
}
