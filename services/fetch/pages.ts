import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RowOf } from '../../entities/row-types.ts';
import type { Database } from '../database/database.ts';
import { storable, storableJson } from '../database/storable.ts';
import type { PageReadOptions, PageResult, ReadPage } from './read-page.ts';

/** Identifies one read of one reader: a fetch call or an agent run. */
export interface PageKey {
  /** `fetch_…` or `run_…`. */
  readerId: string;
  orgId: string;
  ordinal: number;
}

/** Results of readers, stored in the database: workflows carry keys, never documents. */
export interface Pages {
  /** Stores a result under its key; a second call with the same key changes nothing. */
  store(key: PageKey & Partial<Pick<CopyWanted, 'reading'>>, requestedUrl: string, result: PageResult): Promise<void>;
  find(key: PageKey): Promise<PageResult | undefined>;
  /** The newest result with the status `ok` of any reader of the organization that read the page in the same way. */
  copyOf(orgId: string, wanted: CopyWanted): Promise<ReadPage | undefined>;
  /** All results of one reader, by ordinal. */
  ofReader(readerId: string): Promise<Map<number, PageResult>>;
}

interface CopyWanted {
  url: string;
  /** @see readingOf; null: the page is never given as a copy */
  reading: string | null;
  fetchedSince: Date;
}

/** Identifies how a page was read: two readings with the same identity have the same members. */
export function readingOf({ wanted = [], choice, waitFor, screenshot }: PageReadOptions): string {
  const members = [[...wanted].sort(), choice ?? null, waitFor ?? null, screenshot ?? null];
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

export function createPages({ builder }: Pick<Database, 'builder'>): Pages {
  return {
    async store({ readerId, orgId, ordinal, reading = null }, requestedUrl, result) {
      const ok = result.status === 'ok';
      await builder
        .insertInto('pages')
        .values({
          reader_id: readerId,
          org_id: orgId,
          ordinal,
          requested_url: storable(requestedUrl),
          final_url: result.finalUrl ?? null,
          http_status: result.httpStatus ?? null,
          content_type: result.contentType ?? null,
          title: ok && result.title ? storable(result.title) : null,
          published_date: ok ? (result.publishedDate ?? null) : null,
          author: ok && result.author ? storable(result.author) : null,
          language: ok ? (result.language ?? null) : null,
          canonical_url: ok && result.canonicalUrl ? storable(result.canonicalUrl) : null,
          markdown: ok ? storable(result.markdown) : null,
          extras: ok && result.extras ? storableJson(result.extras) : null,
          screenshot: ok && result.screenshot ? result.screenshot.png : null,
          is_screenshot_cut: ok && result.screenshot?.isCut === true,
          reading: ok ? reading : null,
          is_cut: ok && result.isCut === true,
          error_code: ok ? null : result.code,
          error_message: ok ? null : storable(result.message),
          fetched_at: ok ? result.fetchedAt : new Date(),
        })
        .onConflict((conflict) => conflict.columns(['reader_id', 'ordinal']).doNothing())
        .execute();
    },

    async find({ readerId, ordinal }) {
      const row = await builder
        .selectFrom('pages')
        .selectAll()
        .where('reader_id', '=', readerId)
        .where('ordinal', '=', ordinal)
        .executeTakeFirst();
      return row && toResult(row);
    },

    async copyOf(orgId, { url, reading, fetchedSince }) {
      const row = await builder
        .selectFrom('pages')
        .selectAll()
        .where('org_id', '=', orgId)
        // The expression of the index.
        .where(sql<string>`md5(requested_url)`, '=', sql<string>`md5(${url})`)
        .where('requested_url', '=', url)
        .where('reading', '=', reading)
        .where('fetched_at', '>=', fetchedSince)
        .orderBy('fetched_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const copy = row && toResult(row);
      return copy?.status === 'ok' ? copy : undefined;
    },

    async ofReader(readerId) {
      const rows = await builder.selectFrom('pages').selectAll().where('reader_id', '=', readerId).execute();
      return new Map(rows.map((row) => [row.ordinal, toResult(row)]));
    },
  };
}

function toResult(row: RowOf<'pages'>): PageResult {
  const where = {
    ...(row.final_url !== null && { finalUrl: row.final_url }),
    ...(row.http_status !== null && { httpStatus: row.http_status }),
    ...(row.content_type !== null && { contentType: row.content_type }),
  };
  if (row.error_code !== null || row.markdown === null) {
    return {
      status: 'error',
      code: row.error_code ?? 'extraction_failed',
      message: row.error_message ?? '',
      ...where,
    };
  }
  return {
    status: 'ok',
    finalUrl: row.final_url ?? '',
    httpStatus: row.http_status ?? 0,
    contentType: row.content_type ?? '',
    fetchedAt: row.fetched_at,
    markdown: row.markdown,
    ...(row.is_cut && { isCut: true }),
    ...(row.extras !== null && { extras: row.extras }),
    ...(row.screenshot !== null && { screenshot: { png: row.screenshot, isCut: row.is_screenshot_cut } }),
    ...(row.title !== null && { title: row.title }),
    ...(row.published_date !== null && { publishedDate: row.published_date }),
    ...(row.author !== null && { author: row.author }),
    ...(row.language !== null && { language: row.language }),
    ...(row.canonical_url !== null && { canonicalUrl: row.canonical_url }),
  };
}
