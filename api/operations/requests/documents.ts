import { z } from 'zod';
import {
  MAX_SOURCE_BYTES,
  MAX_TEXT_BYTES,
  MAX_TITLE_BYTES,
  MAX_URL_BYTES,
  type DocumentInput,
} from '../../../services/documents/document-input.ts';
import { FIXED_DATE_PATTERN } from '../../../services/dates/parse-date.ts';
import { SCOPE_PATTERN } from '../../../services/query/scopes.ts';

const MAX_DOCUMENTS = 1_000;

/**
 * One document of a call, or a line of a file. An error within a well-formed one is its own result and affects no
 * other.
 */
export const DocumentBody = z
  .strictObject({
    url: z.string().meta({
      maxLength: MAX_URL_BYTES,
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
      description: 'Address that identifies the document. It is not fetched.',
    }),
    title: z.string().meta({ maxLength: MAX_TITLE_BYTES }).nullish().describe('Title of the document. Default: none.'),
    text: z.string().meta({
      minLength: 1,
      maxLength: MAX_TEXT_BYTES,
      pattern: String.raw`\S`,
      description: 'Text or Markdown, not blank, at most 1 MiB of UTF-8.',
    }),
    published_date: z
      .string()
      .meta({ pattern: FIXED_DATE_PATTERN })
      .nullish()
      .describe('Publication date: YYYY-MM-DD or an ISO 8601 date-time.'),
    source: z
      .string()
      .meta({ maxLength: MAX_SOURCE_BYTES })
      .nullish()
      .describe("Name of the site. Default: the URL's host."),
    scope: z
      .string()
      .meta({ pattern: SCOPE_PATTERN })
      .nullish()
      .describe('Scope in which searches find the document. Default: every scope.'),
  })
  .transform(({ url, title, text, published_date: publishedDate, source, scope }): DocumentInput => ({
    url,
    title: title ?? undefined,
    text,
    publishedDate: publishedDate ?? undefined,
    source: source ?? undefined,
    scope: scope ?? undefined,
  }));

const between1AndMax = { least: 'is empty', most: `holds more than ${MAX_DOCUMENTS} entries` };

/** Body of POST /v1/documents. @see docs/rules.md#documents */
export const IndexDocumentsRequest = z
  .strictObject({
    documents: z
      .array(DocumentBody)
      .min(1, between1AndMax.least)
      .max(MAX_DOCUMENTS, between1AndMax.most)
      .describe(`1 to ${MAX_DOCUMENTS} documents. An error in one of them does not affect the others.`),
  })
  .meta({ id: 'IndexDocumentsRequest' });

/** Body of DELETE /v1/documents. URLs are compared as given at indexing. */
export const DeleteDocumentsRequest = z
  .strictObject({
    urls: z
      .array(z.string())
      .min(1, between1AndMax.least)
      .max(MAX_DOCUMENTS, between1AndMax.most)
      .describe(`1 to ${MAX_DOCUMENTS} URLs, exactly as they were indexed.`),
  })
  .meta({ id: 'DeleteDocumentsRequest' });
