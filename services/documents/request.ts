import { z } from 'zod';
import { FIXED_DATE_PATTERN } from '../query/dates.ts';
import { SCOPE_PATTERN } from '../query/scopes.ts';

const MAX_DOCUMENTS = 1_000;
export const MAX_URL_BYTES = 2_048;
export const MAX_TITLE_BYTES = 2_048;
export const MAX_SOURCE_BYTES = 512;
export const MAX_TEXT_BYTES = 1_048_576;

/** One document as a caller gave it. What is wrong inside a well-formed one is its result, not a refusal of the call. */
export const GivenDocument = z.strictObject({
  url: z.string().meta({ maxLength: MAX_URL_BYTES, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }),
  title: z.string().meta({ maxLength: MAX_TITLE_BYTES }).nullish(),
  text: z.string().meta({ minLength: 1, maxLength: MAX_TEXT_BYTES, pattern: String.raw`\S` }),
  published_date: z.string().meta({ pattern: FIXED_DATE_PATTERN }).nullish(),
  source: z.string().meta({ maxLength: MAX_SOURCE_BYTES }).nullish(),
  scope: z.string().meta({ pattern: SCOPE_PATTERN }).nullish(),
});

export type GivenDocument = z.output<typeof GivenDocument>;

const between1AndMax = { least: 'is empty', most: `holds more than ${MAX_DOCUMENTS} entries` };

/** Body of POST /v1/documents. @see docs/rules.md#documents */
export const IndexDocumentsRequest = z
  .strictObject({
    documents: z.array(GivenDocument).min(1, between1AndMax.least).max(MAX_DOCUMENTS, between1AndMax.most),
  })
  .meta({ id: 'IndexDocumentsRequest' });

/** Body of DELETE /v1/documents. URLs are compared as they were given when indexing. */
export const DeleteDocumentsRequest = z
  .strictObject({
    urls: z.array(z.string()).min(1, between1AndMax.least).max(MAX_DOCUMENTS, between1AndMax.most),
  })
  .meta({ id: 'DeleteDocumentsRequest' });
