import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const ADDRESS_STATUSES = ['waiting', 'stored', 'unchanged', 'skipped', 'failed'] as const;

/** An address that a crawl knows, and what became of it in the current round. */
export const CrawlAddressSchema = defineEntity({
  name: 'CrawlAddress',
  tableName: 'crawl_addresses',
  properties: {
    crawlId: p.string().primary(),
    /** The form in which two spellings of one address are equal. */
    key: p.text().primary(),
    orgId: p.string(),
    /** As it is requested. */
    url: p.text(),
    /** With its port. */
    host: p.text(),
    /** Its path with all figures equal, and the names of its parameters. */
    shape: p.integer(),
    depth: p.integer(),
    /** Small numbers are read first. */
    priority: p.integer(),
    status: p.enum(ADDRESS_STATUSES),
    reason: p.text().nullable(),
    httpStatus: p.integer().nullable(),
    title: p.text().nullable(),
    /** Until then no other attempt reads it. Null: none does. */
    leasedUntil: p.datetime(3).nullable(),
    /** Tries in a row that failed for a passing reason. */
    attempts: p.integer().default(0),
    /** Number of its last event in the crawl. Null: it was never read. */
    seq: p.integer().nullable(),
    fetchedAt: p.datetime(3).nullable(),
    /** URL of its document. Null: it has none. */
    documentUrl: p.text().nullable(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    /** Rounds until it is read again, 1 to 16: what changes is read in each. */
    everyRounds: p.integer().default(1),
    /** Round in which it is read next. */
    dueRound: p.integer().default(1),
  },
  indexes: [
    {
      name: 'crawl_addresses_next',
      expression:
        "create index crawl_addresses_next on crawl_addresses (crawl_id, host, priority, key) where status = 'waiting'",
    },
    { name: 'crawl_addresses_by_event', properties: ['crawlId', 'seq'] },
    {
      name: 'crawl_addresses_documents',
      expression:
        'create index crawl_addresses_documents on crawl_addresses (org_id, document_url) where document_url is not null',
    },
  ],
});

export type CrawlAddress = InferEntity<typeof CrawlAddressSchema>;
