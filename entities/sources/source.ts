import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { DocumentMetadata } from '../documents/document.ts';

export const SOURCE_KINDS = ['feed', 'sitemap'] as const;

/** A feed or sitemap that an organization follows. The row is the promise; the schedule follows from it. */
export const SourceSchema = defineEntity({
  name: 'Source',
  tableName: 'sources',
  properties: {
    id: p.string().primary(),
    orgId: p.string(),
    url: p.text(),
    /** Null until the first poll has found it out. */
    kind: p.enum(SOURCE_KINDS).nullable(),
    /** As given. */
    cadence: p.text(),
    cadenceSeconds: p.integer(),
    scope: p.string().nullable(),
    /** Of its documents. */
    collection: p.string().length(64).nullable(),
    metadata: p.json<DocumentMetadata>().nullable(),
    maxPages: p.integer(),
    createdAt: p.datetime(3),
    /** Null until its schedule is known to be on the server. */
    scheduledAt: p.datetime(3).nullable(),
    lastPolledAt: p.datetime(3).nullable(),
    /** Of the last poll; null when it went well. */
    lastError: p.text().nullable(),
    consecutiveFailures: p.integer().default(0),
    /** Set: the source is invisible, and its deletion with its documents is in progress. */
    deletedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'sources_one_per_url',
      expression: 'create unique index sources_one_per_url on sources (org_id, url) where deleted_at is null',
    },
    {
      name: 'sources_unsettled',
      expression:
        'create index sources_unsettled on sources (created_at) where scheduled_at is null or deleted_at is not null',
    },
  ],
});

export type SourceRow = InferEntity<typeof SourceSchema>;
