import { z } from 'zod';
import {
  MAX_SOURCE_BYTES,
  MAX_TEXT_BYTES,
  MAX_TITLE_BYTES,
  MAX_URL_BYTES,
  type DocumentInput,
  type GivenDocument,
} from '../../../services/documents/document-input.ts';
import { LONGEST_METADATA_CHARACTERS, MOST_METADATA } from '../../../services/documents/check-metadata.ts';
import { COLLECTION_PATTERN, METADATA_NAME_PATTERN } from '../../../services/query/labels.ts';
import type { DocumentFilter } from '../../../services/documents/select-documents.ts';
import { foldDomain } from '../../../services/url/domains.ts';
import { FIXED_DATE_PATTERN } from '../../../services/dates/parse-date.ts';
import { SCOPE_PATTERN } from '../../../services/query/scopes.ts';
import { Collection, MetadataConditions } from './labels.ts';
import { Storable, pageLimit } from './text-values.ts';

const MAX_DOCUMENTS = 1_000;
/** Pages that one call reads: a call takes 300 s at most. */
const MAX_READ = 100;

const text = z.string().meta({
  minLength: 1,
  maxLength: MAX_TEXT_BYTES,
  pattern: String.raw`\S`,
  description: 'Text or Markdown, not blank, at most 1 MiB of UTF-8.',
});

const members = {
  url: z.string().meta({
    maxLength: MAX_URL_BYTES,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description: 'Address that identifies the document. It is fetched only if the document has no text.',
  }),
  title: z.string().meta({ maxLength: MAX_TITLE_BYTES }).nullish().describe('Title of the document. Default: none.'),
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
  collection: z
    .string()
    .meta({ pattern: COLLECTION_PATTERN })
    .nullish()
    .describe('Collection of the document. Default: none.'),
  metadata: z
    .record(z.string().meta({ pattern: METADATA_NAME_PATTERN }), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ maxProperties: MOST_METADATA })
    .nullish()
    .describe(
      `Values by name, at most ${MOST_METADATA}: strings of at most ${LONGEST_METADATA_CHARACTERS} characters, numbers, booleans. A date is a string in ISO 8601.`,
    ),
};

type Members = z.output<z.ZodObject<typeof members>>;

/** One document as a line of a file. An error within a well-formed one is its own result and affects no other. */
export const DocumentBody = z
  .strictObject({ ...members, text })
  .transform((given): DocumentInput => ({ ...toDocument(given), text: given.text }));

/** One document of a call, as a line of a file, but its text may be read from its URL. */
const GivenDocumentBody = z
  .strictObject({
    ...members,
    text: text
      .nullish()
      .describe(
        'Text or Markdown, not blank, at most 1 MiB of UTF-8. Default: the page at the URL is read, as a fetch reads it, for one credit.',
      ),
  })
  .transform((given): GivenDocument => ({ ...toDocument(given), text: given.text ?? undefined }));

function toDocument({ published_date: publishedDate, ...given }: Members): Omit<DocumentInput, 'text'> {
  return {
    url: given.url,
    title: given.title ?? undefined,
    publishedDate: publishedDate ?? undefined,
    source: given.source ?? undefined,
    scope: given.scope ?? undefined,
    collection: given.collection ?? undefined,
    metadata: given.metadata ?? undefined,
  };
}

const between1AndMax = { least: 'is empty', most: `holds more than ${MAX_DOCUMENTS} entries` };

const hasFewToRead = (documents: readonly GivenDocument[]) =>
  documents.filter((document) => document.text === undefined).length <= MAX_READ;

/** Body of POST /v1/documents. @see docs/rules.md#documents */
export const IndexDocumentsRequest = z
  .strictObject({
    documents: z
      .array(GivenDocumentBody)
      .min(1, between1AndMax.least)
      .max(MAX_DOCUMENTS, between1AndMax.most)
      .refine(hasFewToRead, `holds more than ${MAX_READ} documents without text`)
      .describe(`1 to ${MAX_DOCUMENTS} documents. An error in one of them does not affect the others.`),
  })
  .meta({ id: 'IndexDocumentsRequest' });

const filters = {
  prefix: Storable.min(1, 'is empty').describe('Beginning of the URL, exactly as it was indexed.'),
  domain: z
    .string()
    .transform((name, { addIssue }) => foldDomain(name) ?? (addIssue('is not a host name'), z.NEVER))
    .describe('Host name of the URL; it covers its subdomains.'),
  collection: Collection.describe('Collection of the documents.'),
  source: Storable.min(1, 'is empty').describe('Name of the site, exactly as it was indexed.'),
};

/** Body of DELETE /v1/documents. URLs are compared as given at indexing. */
export const DeleteDocumentsRequest = z
  .strictObject({
    urls: z
      .array(z.string())
      .min(1, between1AndMax.least)
      .max(MAX_DOCUMENTS, between1AndMax.most)
      .optional()
      .describe(`1 to ${MAX_DOCUMENTS} URLs, exactly as they were indexed.`),
    filter: z
      .strictObject({ ...filters, metadata: MetadataConditions.describe('Conditions by name, as in a search.') })
      .partial()
      .refine(
        ({ metadata, ...filter }) =>
          Object.values(filter).some((value) => value !== undefined) || Object.keys(metadata ?? {}).length > 0,
        'selects every document: name at least one member',
      )
      .optional()
      .describe('Selects the documents that match all of its members, instead of `urls`. It has at least one member.'),
    dry_run: z.boolean().optional().describe('Only counts what the filter selects. Default false.'),
  })
  .superRefine(({ urls, filter, dry_run: isDryRun }, { addIssue }) => {
    if ((urls === undefined) === (filter === undefined)) addIssue('needs either urls or filter');
    else if (isDryRun && filter === undefined) addIssue({ code: 'custom', path: ['dry_run'], message: 'needs filter' });
  })
  .meta({ id: 'DeleteDocumentsRequest' });

/** Query of GET /v1/documents. */
export const ListDocumentsQuery = z
  .strictObject({
    url: Storable.optional().describe(
      'Reads the one document with this URL, with its text and its passages. Excludes the other parameters.',
    ),
    prefix: filters.prefix.optional(),
    domain: filters.domain.optional(),
    collection: filters.collection.optional(),
    source: filters.source.optional(),
    q: Storable.optional().describe('Part of the title or of the URL, in any case.'),
    limit: pageLimit('documents'),
    after: z.string().optional().describe('The `next` of the previous page.'),
  })
  .superRefine(({ url, limit: _limit, ...others }, { addIssue }) => {
    const other = Object.entries(others).find(([, value]) => value !== undefined);
    if (url !== undefined && other) addIssue({ code: 'custom', path: [other[0]], message: 'cannot be used with url' });
  });

export function toDocumentFilter(query: z.output<typeof ListDocumentsQuery>): DocumentFilter {
  const { prefix, domain, collection, source, q } = query;
  return { prefix, domain, collection, source, q };
}
