import { z } from 'zod';
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
    request_id: z.string(),
    accepted: z.int().describe('How many of the results are without an error.'),
    results: z.array(
      z.object({ url: z.string(), status: z.enum(['indexed', 'unchanged', 'error']), error: z.string().optional() }),
    ),
  })
  .meta({ id: 'IndexDocumentsResponse' });

const DeleteDocumentsResponse = z
  .object({ request_id: z.string(), deleted: z.int() })
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
        'Searchable within a second, by the calling organization alone. The same URL again replaces. Free of charge.',
      scope: 'documents:write',
      rateClass: 'documents',
      body: { schema: IndexDocumentsRequest, maxBytes: DOCUMENTS_BYTES, carriesKey: false, example: INDEX_EXAMPLE },
      success: { status: 200, description: 'One result a document, in order.', schema: IndexDocumentsResponse },
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
      success: { status: 200, description: 'How many there were.', schema: DeleteDocumentsResponse },
      async handle({ caller, body, requestId }) {
        return { request_id: requestId, ...(await documents.remove(caller.orgId, body.urls)) };
      },
    }),
  ];
}
