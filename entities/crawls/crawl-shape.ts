import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** The addresses of one shape in a crawl, which show a trap: a calendar, endless parameters. */
export const CrawlShapeSchema = defineEntity({
  name: 'CrawlShape',
  tableName: 'crawl_shapes',
  properties: {
    crawlId: p.string().primary(),
    shape: p.integer().primary(),
    orgId: p.string(),
    /** Addresses in the frontier. */
    found: p.integer(),
    /** Pages that were read. */
    read: p.integer().default(0),
    /** Read pages that copied others, or had nothing to store. */
    worthless: p.integer().default(0),
  },
});

export type CrawlShape = InferEntity<typeof CrawlShapeSchema>;
