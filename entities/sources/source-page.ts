import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What has to be done for a page: read it; read it because it is listed no more; take it away unread. */
export const PAGE_TASKS = ['read', 'recheck', 'drop'] as const;

/** A page that a source lists or has listed. Its document is in `documents` under the same URL. */
export const SourcePageSchema = defineEntity({
  name: 'SourcePage',
  tableName: 'source_pages',
  properties: {
    sourceId: p.string().primary(),
    url: p.text().primary(),
    /** The feed or sitemap that names it: the source's own URL, or one of its index. */
    listingUrl: p.text(),
    listed: p.boolean(),
    /** The latest time at which it changed, as the listing says. */
    listedAt: p.datetime(3).nullable(),
    /** When it was published, as the feed says: `YYYY-MM-DD` or an ISO 8601 date-time. */
    publishedDate: p.text().nullable(),
    due: p.enum(PAGE_TASKS).nullable(),
    /** Tries in a row that failed for a passing reason. */
    attempts: p.integer().default(0),
    triedAt: p.datetime(3).nullable(),
    /** When it was last read, or answered that it has not changed. */
    readAt: p.datetime(3).nullable(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    /** Whether the source has put a document under its URL. Set before the document is, and unset after it is gone. */
    held: p.boolean(),
    /** Since when it answers 404 or 410. */
    missingSince: p.datetime(3).nullable(),
    error: p.text().nullable(),
    firstSeenAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'source_pages_due',
      expression: 'create index source_pages_due on source_pages (source_id, due) where due is not null',
    },
    { name: 'source_pages_of_url', properties: ['url'] },
  ],
});

export type SourcePage = InferEntity<typeof SourcePageSchema>;
