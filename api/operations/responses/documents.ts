import { z } from 'zod';
import type { ListedDocument, WholeDocument } from '../../../services/documents/read-documents.ts';
import { SCOPES } from '../../../services/query/scopes.ts';
import { writePublicationDate } from '../../../services/dates/publication-date.ts';
import { PublishedDate } from './published-date.ts';
import { RequestId } from './request-id.ts';

export const IndexDocumentsResponse = z
  .object({
    request_id: RequestId,
    accepted: z.int().describe('Number of documents that were accepted.'),
    results: z.array(
      z.object({
        url: z.string(),
        status: z
          .enum(['indexed', 'unchanged', 'error'])
          .describe('unchanged: the index has exactly this version of the document.'),
        error: z.string().optional().describe('Why the document was rejected. Absent unless the status is error.'),
      }),
    ),
  })
  .meta({ id: 'IndexDocumentsResponse' });

export const DeleteDocumentsResponse = z
  .object({
    request_id: RequestId,
    deleted: z
      .int()
      .describe(
        'Number of deleted documents, with `dry_run` of those that would be deleted. URLs that are not in the index do not count.',
      ),
  })
  .meta({ id: 'DeleteDocumentsResponse' });

/** Metadata of a document in a response. */
export const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const listed = {
  url: z.string(),
  title: z.string().optional(),
  source: z.string().describe('Name of the site.'),
  scope: z.enum(SCOPES).optional().describe('Scope in which searches find it. Absent: every scope.'),
  published_date: PublishedDate.optional(),
  collection: z.string().optional(),
  metadata: Metadata.optional(),
  indexed_at: z.iso.datetime().describe('Time at which this version was taken.'),
  characters: z.int().describe('Length of its text.'),
};

const StoredDocumentObject = z.object(listed).meta({ id: 'StoredDocument' });

const WholeDocumentObject = z
  .object({
    ...listed,
    text: z.string().describe('Text or Markdown, as it was indexed.'),
    passages: z
      .array(
        z.object({
          path: z.array(z.string()).describe('Headings and defined terms above the passage, outermost first.'),
          text: z.string().describe('Markdown.'),
        }),
      )
      .describe('Passages that searches rank, in the order of the text.'),
  })
  .meta({ id: 'WholeDocument' });

export const ListDocumentsResponse = z
  .object({
    request_id: RequestId,
    documents: z.array(StoredDocumentObject).optional().describe('One page of documents. Absent with `url`.'),
    next: z
      .string()
      .nullable()
      .optional()
      .describe('The `after` of the next page; null on the last one. Absent with `url`.'),
    total: z.int().optional().describe('Number of documents on all pages. Absent with `url`.'),
    document: WholeDocumentObject.optional().describe('The document with the `url`. Absent without it.'),
  })
  .meta({ id: 'ListDocumentsResponse' });

export function listedToWire(document: ListedDocument) {
  const { title, source, scope, collection, metadata, published_at: at, published_precision: precision } = document;
  return {
    url: document.url,
    ...(title !== null && { title }),
    source,
    ...(scope !== null && { scope }),
    ...(at && { published_date: writePublicationDate({ at, precision: precision ?? 'time' }) }),
    ...(collection !== null && { collection }),
    ...(metadata !== null && { metadata }),
    indexed_at: document.indexedAt.toISOString(),
    characters: document.characters,
  };
}

export function documentToWire(document: WholeDocument) {
  return { ...listedToWire(document), text: document.text, passages: document.passages };
}
