import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A part of the fingerprint of a page that a crawl has stored. Near copies share several. */
export const CrawlPrintSchema = defineEntity({
  name: 'CrawlPrint',
  tableName: 'crawl_prints',
  properties: {
    crawlId: p.string().primary(),
    print: p.integer().primary(),
    /** Of the page's address. */
    key: p.text().primary(),
    orgId: p.string(),
  },
  indexes: [{ name: 'crawl_prints_of_page', properties: ['crawlId', 'key'] }],
});

export type CrawlPrint = InferEntity<typeof CrawlPrintSchema>;
