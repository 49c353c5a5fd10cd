import { DocumentService } from '../../../gen/quarry/v1/document_pb.js';
import type { FindOperation, Service } from '../method.ts';
import { urlsWithinMessage } from '../response-bytes.ts';

export function documentService(find: FindOperation): Service {
  const { method } = DocumentService;
  return {
    desc: DocumentService,
    methods: [
      { desc: method.indexDocuments, operation: find('indexDocuments'), respond: urlsWithinMessage },
      { desc: method.deleteDocuments, operation: find('deleteDocuments') },
    ],
  };
}
