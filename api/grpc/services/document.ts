import { DocumentService } from '../../../gen/quarry/v1/document_pb.js';
import { ServiceError } from '../../../services/core/errors.ts';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { urlsWithinMessage } from '../response-bytes.ts';
import type { Wire } from '../shapes.ts';

export function documentService(find: FindOperation): GrpcService {
  const { method } = DocumentService;
  return {
    desc: DocumentService,
    methods: [
      { desc: method.indexDocuments, operation: find('indexDocuments'), respond: urlsWithinMessage },
      { desc: method.indexFiles, operation: find('indexFiles'), respond: urlsWithinMessage },
      { desc: method.deleteDocuments, operation: find('deleteDocuments') },
      { desc: method.listDocuments, operation: find('listDocuments') },
      { desc: method.getDocument, operation: find('listDocuments'), respond: withDocument },
    ],
  };
}

/** REST lists documents and reads one by the same path. @throws ServiceError INVALID_REQUEST for a request without a URL */
function withDocument(body: Wire): Wire {
  if (body.document === undefined) throw new ServiceError('INVALID_REQUEST', 'url: is missing', { param: 'url' });
  return body;
}
