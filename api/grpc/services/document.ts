import { DocumentService } from '../../../gen/quarry/v1/document_pb.js';
import type { FindOperation, GrpcService } from '../method.ts';
import { urlsWithinMessage } from '../response-bytes.ts';

export function documentService(find: FindOperation): GrpcService {
  const { method } = DocumentService;
  return {
    desc: DocumentService,
    methods: [
      { desc: method.indexDocuments, operation: find('indexDocuments'), respond: urlsWithinMessage },
      { desc: method.deleteDocuments, operation: find('deleteDocuments') },
    ],
  };
}
