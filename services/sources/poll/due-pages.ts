import type { PAGE_TASKS } from '../../../entities/sources/source-page.ts';
import type { NotNull, UpdateObject } from 'kysely';
import type { Tables } from '../../../entities/row-types.ts';
import type { Sql } from '../../database/database.ts';
import type { Validators } from '../../fetch/download.ts';
import { validatorsOfRow } from './store-listing.ts';

/** After so many transient failures a page waits until its listing is read again. */
const MOST_ATTEMPTS = 3;

type PageColumns = UpdateObject<Tables, 'source_pages'>;

/** A page to read or drop. */
export interface DuePage {
  url: string;
  due: (typeof PAGE_TASKS)[number];
  held: boolean;
  listed: boolean;
  validators: Validators;
  /** As the feed gives it; null if it does not. */
  publishedDate: string | null;
}

/** Due pages that this poll has not tried yet, pages to drop first. */
export async function duePages(
  sql: Sql,
  sourceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DuePage[]> {
  const rows = await pagesLeft(sql, sourceId, since)
    .select(['url', 'due', 'held', 'listed', 'etag', 'last_modified', 'published_date'])
    .$narrowType<{ due: NotNull }>()
    .orderBy('due')
    .orderBy('first_seen_at')
    .orderBy('url')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    url: row.url,
    due: row.due,
    held: row.held,
    listed: row.listed,
    publishedDate: row.published_date,
    validators: validatorsOfRow(row),
  }));
}

function pagesLeft({ builder }: Sql, sourceId: string, since: Date) {
  return builder
    .selectFrom('source_pages')
    .where('source_id', '=', sourceId)
    .where('due', 'is not', null)
    .where((page) => page.or([page('tried_at', 'is', null), page('tried_at', '<', since)]));
}

/** How many due pages are left for this poll. */
export async function countDue(sql: Sql, sourceId: string, since: Date): Promise<number> {
  const { due } = await pagesLeft(sql, sourceId, since)
    .select(({ fn }) => fn.countAll<string>().as('due'))
    .executeTakeFirstOrThrow();
  return Number(due);
}

/** The key of a source's page, and the time of its change. */
export interface DuePageKey {
  sourceId: string;
  url: string;
  now: Date;
}

/** Marks that a document is about to be stored: a deletion of the source from now on deletes the document too. */
export async function markHeld(sql: Sql, key: DuePageKey): Promise<void> {
  await updatePage(sql, key, { held: true });
}

/** Reverts `markHeld`: the document was not stored, and no earlier version is. */
export async function unmarkHeld(sql: Sql, key: DuePageKey): Promise<void> {
  await updatePage(sql, key, { held: false });
}

const readAt = (now: Date): PageColumns => ({ due: null, attempts: 0, tried_at: now, read_at: now, error: null });

export async function markRead(sql: Sql, key: DuePageKey, { etag, lastModified }: Validators): Promise<void> {
  const validators: PageColumns = { etag: etag ?? null, last_modified: lastModified ?? null };
  await updatePage(sql, key, { ...readAt(key.now), ...validators, missing_since: null });
}

export async function markUnchanged(sql: Sql, key: DuePageKey): Promise<void> {
  await updatePage(sql, key, readAt(key.now));
}

/**
 * Records that the page's document was deleted. A page that is still listed is kept, so that it does not count as new.
 */
export async function markMissing(sql: Sql, key: DuePageKey): Promise<void> {
  await deletePage(sql, key).where('listed', '=', false).execute();
  const none: PageColumns = { etag: null, last_modified: null, held: false };
  await updatePage(sql, key, {
    ...readAt(key.now),
    ...none,
    missing_since: (page) => page.fn.coalesce('missing_since', page.val(key.now)),
  });
}

export async function forgetPage(sql: Sql, key: DuePageKey): Promise<void> {
  await deletePage(sql, key).execute();
}

const deletePage = ({ builder }: Sql, { sourceId, url }: DuePageKey) =>
  builder.deleteFrom('source_pages').where('source_id', '=', sourceId).where('url', '=', url);

async function updatePage({ builder }: Sql, { sourceId, url }: DuePageKey, columns: PageColumns): Promise<void> {
  await builder
    .updateTable('source_pages')
    .set(columns)
    .where('source_id', '=', sourceId)
    .where('url', '=', url)
    .execute();
}

/** The page could not be read. The next polls retry a transient failure; a stored document stays. */
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
