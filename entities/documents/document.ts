import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export type MetadataValue = string | number | boolean;

/** Values by name. A date is a string of ISO 8601. */
export type DocumentMetadata = Record<string, MetadataValue>;

interface GivenRange {
  from?: string | number | null | undefined;
  to?: string | number | null | undefined;
}

/** A condition on a value as callers write it: a value, a list of values, or a range. */
export type GivenCondition = MetadataValue | readonly MetadataValue[] | GivenRange;

/** A document of our own index. The table is the truth, the full-text index a copy that can be made anew. */
export const DocumentSchema = defineEntity({
  name: 'Document',
  tableName: 'documents',
  properties: {
    id: p.string().primary(),
    orgId: p.string(),
    url: p.text(),
    canonicalUrl: p.text(),
    title: p.text().nullable(),
    text: p.text(),
    publishedAt: p.datetime(3).nullable(),
    publishedPrecision: p.enum(['day', 'time'] as const).nullable(),
    source: p.text(),
    /** Null: found in every scope. */
    scope: p.string().nullable(),
    /** Null: in none. */
    collection: p.string().length(64).nullable(),
    /** Facts of the caller, which searches filter by. */
    metadata: p.json<DocumentMetadata>().nullable(),
    /** Collection and metadata, as searches compare them. */
    labels: p.array().default([]),
    /** Length of the text, which a list shows without reading it. */
    characters: p.integer().default(0),
    contentHash: p.string().length(64),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [
    { name: 'documents_newest_first', properties: ['orgId', 'id'] },
    {
      name: 'documents_scopes',
      expression: 'create index documents_scopes on documents (scope, org_id) where scope is not null',
    },
  ],
  uniques: [{ name: 'documents_one_per_url', properties: ['orgId', 'url'] }],
});

export type Document = InferEntity<typeof DocumentSchema>;
