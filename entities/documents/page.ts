import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const FETCH_ERROR_CODES = [
  'invalid_url',
  'unsupported_scheme',
  'url_not_accessible',
  'timeout',
  'unsupported_content_type',
  'extraction_failed',
  'upstream_error',
] as const;

/** What one URL gave to one reader: a fetch call or an agent run. Written once; purged after a day, or with its run. */
export const PageSchema = defineEntity({
  name: 'Page',
  tableName: 'pages',
  properties: {
    /** `fetch_…` or `run_…`. */
    readerId: p.string().primary(),
    ordinal: p.integer().primary(),
    orgId: p.string(),
    requestedUrl: p.text(),
    finalUrl: p.text().nullable(),
    httpStatus: p.integer().nullable(),
    contentType: p.text().nullable(),
    title: p.text().nullable(),
    publishedDate: p.text().nullable(),
    author: p.text().nullable(),
    language: p.text().nullable(),
    canonicalUrl: p.text().nullable(),
    markdown: p.text().nullable(),
    /** What was asked for beside the content. */
    extras: p.json<Record<string, unknown>>().nullable(),
    /** PNG. */
    screenshot: p.blob().nullable(),
    isScreenshotCut: p.boolean().default(false),
    /** How the page was read, as a hash; only a result that may be a copy for a later call has one. */
    reading: p.string().length(64).nullable(),
    isCut: p.boolean().default(false),
    errorCode: p.enum(FETCH_ERROR_CODES).nullable(),
    errorMessage: p.text().nullable(),
    fetchedAt: p.datetime(3).index(),
  },
  indexes: [
    {
      name: 'pages_copies',
      // A URL may be longer than an index takes.
      expression:
        'create index pages_copies on pages (org_id, md5(requested_url), reading, fetched_at) where reading is not null',
    },
  ],
});

export type Page = InferEntity<typeof PageSchema>;
