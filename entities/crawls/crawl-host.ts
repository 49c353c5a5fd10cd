import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A host that crawls read from: one connection at a time and a delay, over all crawls, organizations and processes. */
export const CrawlHostSchema = defineEntity({
  name: 'CrawlHost',
  tableName: 'crawl_hosts',
  properties: {
    /** With its port. */
    host: p.text().primary(),
    /** When the next request may begin. */
    freeAt: p.datetime(3),
    /** The turn that has the host now; null: none. */
    holder: p.string().nullable(),
    /** After it the holder counts as lost. */
    heldUntil: p.datetime(3).nullable(),
    /** The crawl that had the last turn. */
    lastCrawl: p.string().nullable(),
    /** The crawl that was last refused a turn, and when. */
    wantedBy: p.string().nullable(),
    wantedAt: p.datetime(3).nullable(),
    /** Overloads in a row. */
    failures: p.integer().default(0),
  },
  indexes: [{ name: 'crawl_hosts_free_at', properties: ['freeAt'] }],
});

export type CrawlHost = InferEntity<typeof CrawlHostSchema>;
