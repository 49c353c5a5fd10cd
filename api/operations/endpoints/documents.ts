import { z } from 'zod';
import { RequestId } from '../responses/request-id.ts';
import { DeleteDocumentsRequest, IndexDocumentsRequest } from '../requests/documents.ts';
import type { Documents } from '../../../services/documents/documents.ts';
import { operation, MEBIBYTE, type Operation } from '../calls/operation.ts';

const DOCUMENTS_BYTES = 16 * MEBIBYTE;

const EXAMPLE_DOCUMENT = {
  url: 'https://example.com/handbook/leave',
  title: 'Leave policy',
  text: 'Every employee has 28 days of paid leave a year.',
};
const INDEX_EXAMPLE = { documents: [EXAMPLE_DOCUMENT] };

const IndexDocumentsResponse = z
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

const DeleteDocumentsResponse = z
  .object({
    request_id: RequestId,
    deleted: z.int().describe('Number of deleted documents. URLs that are not in the index do not count.'),
  })
  .meta({ id: 'DeleteDocumentsResponse' });

export function documentsOperations(documents: Documents): Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/documents',
      operationId: 'indexDocuments',
      tag: 'Documents',
      summary: "Put documents into the organization's own index",
      description:
        'Only searches of the organization find the documents, within a second. A document with a known URL replaces the previous version. An invalid document is a result with an error inside a 200. Free of charge.',
      scope: 'documents:write',
      rateClass: 'documents',
      body: { schema: IndexDocumentsRequest, maxBytes: DOCUMENTS_BYTES, carriesKey: false, example: INDEX_EXAMPLE },
      success: {
        status: 200,
        description: 'One result for each document, in the order of the request.',
        schema: IndexDocumentsResponse,
      },
      idempotent: true,
      async handle({ caller, body, requestId }) {
        return { request_id: requestId, ...(await documents.index(caller.orgId, body.documents)) };
      },
    }),
    operation({
      method: 'DELETE',
      path: '/v1/documents',
      operationId: 'deleteDocuments',
      tag: 'Documents',
      summary: "Delete documents from the organization's own index",
      scope: 'documents:write',
      rateClass: 'documents',
      body: {
        schema: DeleteDocumentsRequest,
        maxBytes: MEBIBYTE,
        carriesKey: false,
        example: { urls: [EXAMPLE_DOCUMENT.url] },
      },
      success: { status: 200, description: 'The number of deleted documents.', schema: DeleteDocumentsResponse },
      async handle({ caller, body, requestId }) {
        return { request_id: requestId, ...(await documents.remove(caller.orgId, body.urls)) };
      },
    }),
  ];
}
