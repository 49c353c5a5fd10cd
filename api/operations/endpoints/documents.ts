import {
  DeleteDocumentsRequest,
  IndexDocumentsRequest,
  ListDocumentsQuery,
  toDocumentFilter,
} from '../requests/documents.ts';
import {
  DeleteDocumentsResponse,
  documentToWire,
  IndexDocumentsResponse,
  listedToWire,
  ListDocumentsResponse,
} from '../responses/documents.ts';
import { IndexFilesRequest, MAX_FILES, toIndexFiles } from '../requests/pages/files.ts';
import { MAX_FILE_BYTES } from '../../../services/files/file-kinds.ts';
import type { IndexFiles } from '../../../services/files/index-files.ts';
import type { Documents } from '../../../services/documents/documents.ts';
import type { IndexGiven } from '../../../services/documents/index-given.ts';
import type { DocumentList, DocumentPage, WholeDocument } from '../../../services/documents/read-documents.ts';
import type { DocumentFilter } from '../../../services/documents/select-documents.ts';
import { labelFilterOf } from '../../../services/query/labels.ts';
import { pageOf } from '../../../services/core/page.ts';
import { cursorAfter } from '../../../services/core/cursor.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';

const DOCUMENTS_BYTES = 16 * MEBIBYTE;

const EXAMPLE_DOCUMENT = {
  url: 'https://example.com/handbook/leave',
  title: 'Leave policy',
  text: 'Every employee has 28 days of paid leave a year.',
};
const INDEX_EXAMPLE = { documents: [EXAMPLE_DOCUMENT] };

/** The documents that an organization has. */
export interface DocumentReads {
  list(orgId: string, filter: DocumentFilter, page: DocumentPage): Promise<DocumentList>;
  read(orgId: string, url: string): Promise<WholeDocument>;
  count(orgId: string, filter: DocumentFilter): Promise<number>;
}

interface DocumentServices {
  documents: Documents;
  indexGiven: IndexGiven;
  indexFiles: IndexFiles;
  reads: DocumentReads;
}

export function documentsOperations({ documents, indexGiven, indexFiles, reads }: DocumentServices): Operation[] {
  return [index(indexGiven), files(indexFiles), list(reads), remove(documents, reads)];
}

const shared = { path: '/v1/documents', tag: 'Documents' } as const;
const writes = { ...shared, scope: 'documents:write', rateClass: 'documents' } as const;

const index = (indexGiven: IndexGiven) =>
  operation({
    ...writes,
    method: 'POST',
    operationId: 'indexDocuments',
    summary: "Put documents into the organization's own index",
    description:
      'Only searches of the organization find the documents, within a second. A document with a known URL replaces the previous version. An invalid document is a result with an error inside a 200. Free of charge, but a document without text is read from its URL for one credit, unless robots.txt disallows it. 402 if the balance does not cover these.',
    body: { schema: IndexDocumentsRequest, maxBytes: DOCUMENTS_BYTES, carriesKey: false, example: INDEX_EXAMPLE },
    success: {
      status: 200,
      description: 'One result for each document, in the order of the request.',
      schema: IndexDocumentsResponse,
    },
    idempotent: true,
    async handle({ caller: { orgId, keyId: callerId }, body, requestId, operationId, signal }) {
      const indexed = await indexGiven({ orgId, callerId, operationId, given: body.documents, signal });
      return { request_id: requestId, ...indexed };
    },
  });

const FORM = { maxBytes: 256 * MEBIBYTE, maxFileBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES };
const FILES_EXAMPLE = {
  files: [
    { name: 'leave.md', content: Buffer.from('# Leave policy\n\nEvery employee has 28 days.').toString('base64') },
  ],
};

const files = (indexFiles: IndexFiles) =>
  operation({
    ...writes,
    path: '/v1/documents/files',
    method: 'POST',
    operationId: 'indexFiles',
    summary: "Put files into the organization's own index",
    description:
      'Takes HTML, Markdown, text, PDF, Word, Excel, PowerPoint and OpenDocument, e-mail and mailboxes, notebooks, CSV, source code, and ZIP and tape archives of these, as a form with `files` or as JSON. Each file becomes a document; each file of an archive and each message of a mailbox too. A file that cannot be read is a result with an error inside a 200. Free of charge.',
    body: {
      schema: IndexFilesRequest,
      maxBytes: DOCUMENTS_BYTES,
      carriesKey: false,
      form: FORM,
      example: FILES_EXAMPLE,
    },
    success: {
      status: 200,
      description: 'One result for each document, in the order of the files.',
      schema: IndexDocumentsResponse,
    },
    idempotent: true,
    async handle({ caller: { orgId }, body, requestId, signal }) {
      return { request_id: requestId, ...(await indexFiles({ ...toIndexFiles(body), orgId, signal })) };
    },
  });

const list = (reads: DocumentReads) =>
  operation({
    ...shared,
    scope: 'documents:read',
    method: 'GET',
    operationId: 'listDocuments',
    summary: "List the organization's documents, or read one",
    description:
      'Lists the documents that match all parameters, newest first. With `url`, returns the one document with this URL, with its text and its passages.',
    query: ListDocumentsQuery,
    success: {
      status: 200,
      description: 'One page of documents, at most 3.5 MiB, or one document.',
      schema: ListDocumentsResponse,
    },
    async handle({ caller: { orgId }, query, requestId }) {
      if (query.url !== undefined)
        return { request_id: requestId, document: documentToWire(await reads.read(orgId, query.url)) };
      const found = await reads.list(orgId, toDocumentFilter(query), query);
      const { items, hasMore: isCut } = pageOf(found.documents.map(listedToWire), false);
      const last = found.documents[items.length - 1];
      const next = last && isCut ? cursorAfter(last.id) : (found.next ?? null);
      return { request_id: requestId, documents: items, next, total: found.total };
    },
  });

const remove = (documents: Documents, reads: DocumentReads) =>
  operation({
    ...writes,
    method: 'DELETE',
    operationId: 'deleteDocuments',
    summary: "Delete documents from the organization's own index",
    description:
      'Deletes the documents with the given URLs, or all that a filter selects. With `dry_run`, only counts what the filter selects.',
    body: {
      schema: DeleteDocumentsRequest,
      maxBytes: MEBIBYTE,
      carriesKey: false,
      example: { urls: [EXAMPLE_DOCUMENT.url] },
    },
    success: { status: 200, description: 'The number of deleted documents.', schema: DeleteDocumentsResponse },
    async handle({ caller: { orgId }, body: { urls = [], filter, dry_run: isDryRun }, requestId }) {
      if (!filter) return { request_id: requestId, ...(await documents.remove(orgId, urls)) };
      const { metadata, ...members } = filter;
      const selected = { ...members, labels: labelFilterOf({ metadata }) };
      const { deleted } = isDryRun
        ? { deleted: await reads.count(orgId, selected) }
        : await documents.removeSelected(orgId, selected);
      return { request_id: requestId, deleted };
    },
  });
