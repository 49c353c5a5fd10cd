import { z } from 'zod';

const MAX_DOCUMENTS = 1_000;

/** One document as a caller gave it. What is wrong inside a well-formed one is its result, not a refusal of the call. */
export const GivenDocument = z.strictObject({
  url: z.string(),
  title: z.string().nullish(),
  text: z.string(),
  published_date: z.string().nullish(),
  source: z.string().nullish(),
  scope: z.string().nullish(),
});

export type GivenDocument = z.output<typeof GivenDocument>;

const between1AndMax = { least: 'is empty', most: `holds more than ${MAX_DOCUMENTS} entries` };

/** Body of POST /v1/documents. @see decisions.md 11 */
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
