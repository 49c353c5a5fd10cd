import { DocumentService } from '../../../gen/quarry/v1/document_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { urlsWithinMessage } from '../response-bytes.ts';

export function documentService(find: FindOperation): GrpcService {
  const { method } = DocumentService;
  return {
    desc: DocumentService,
    methods: [
      { desc: method.indexDocuments, operation: find('indexDocuments'), respond: urlsWithinMessage },
      { desc: method.indexFiles, operation: find('indexFiles'), respond: urlsWithinMessage },
      { desc: method.deleteDocuments, operation: find('deleteDocuments') },
      { desc: method.listDocuments, operation: find('listDocuments') },
      // REST lists documents and reads one by the same path.
      { desc: method.getDocument, operation: find('listDocuments'), needs: 'url' },
    ],
  };
}
