import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A feed or sitemap as a source last read it: its own, and those that its sitemap index names. */
export const SourceListingSchema = defineEntity({
  name: 'SourceListing',
  tableName: 'source_listings',
  properties: {
    sourceId: p.string().primary(),
    url: p.text().primary(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    readAt: p.datetime(3),
  },
});

export type SourceListing = InferEntity<typeof SourceListingSchema>;
