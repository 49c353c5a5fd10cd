import type { ADDRESS_STATUSES } from '../../../entities/crawls/crawl-address.ts';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Sql } from '../../database/database.ts';
import { isStorable } from '../../database/storable.ts';

/** An address of a crawl, and what became of it. */
export type CrawlPage = ColumnsOf<
  'crawl_addresses',
  'key' | 'url' | 'status' | 'reason' | 'http_status' | 'title' | 'depth' | 'fetched_at' | 'document_url'
>;

interface PageRequest {
  limit: number;
  after?: string | undefined;
  status?: (typeof ADDRESS_STATUSES)[number] | undefined;
}

/** @throws ServiceError INVALID_REQUEST for a cursor that is not one of this list */
export async function listPages(
  { builder }: Sql,
  crawlId: string,
  { limit, after, status }: PageRequest,
): Promise<{ pages: CrawlPage[]; next: string | undefined }> {
  let rows = builder
    .selectFrom('crawl_addresses')
    .select(['key', 'url', 'status', 'reason', 'http_status', 'title', 'depth', 'fetched_at', 'document_url'])
    .where('crawl_id', '=', crawlId);
  if (after !== undefined) rows = rows.where('key', '>', keyIn(after));
  if (status !== undefined) rows = rows.where('status', '=', status);
  const found = await rows
    .orderBy('key')
    .limit(limit + 1)
    .execute();
  const pages = found.slice(0, limit);
  const last = pages.at(-1);
  return { pages, next: found.length > limit && last ? cursorOf(last.key) : undefined };
}

const cursorOf = (key: string) => Buffer.from(key).toString('base64url');

function keyIn(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(key) === cursor && key.startsWith('https://') && isStorable(key)) return key;
  throw new ServiceError('INVALID_REQUEST', 'after: is not a valid cursor for this list', { param: 'after' });
}
