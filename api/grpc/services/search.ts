import { SearchService } from '../../../gen/quarry/v1/search_pb.js';
import { withinResponseBytes, type SearchResult } from '../../../services/search/snippets/search-result.ts';
import type { SearchResponseBody } from '../../operations/endpoints/search.ts';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { RESPONSE_BYTES } from '../response-bytes.ts';

export function searchService(find: FindOperation): GrpcService {
  return {
    desc: SearchService,
    methods: [{ desc: SearchService.method.search, operation: find('search'), respond: withinMessage }],
  };
}

function withinMessage({ documents, warnings = [], ...body }: Record<string, unknown>) {
  return {
    ...body,
    ...withinResponseBytes(
      { documents, warnings } as Pick<SearchResponseBody, 'documents'> & Pick<SearchResult, 'warnings'>,
      RESPONSE_BYTES,
    ),
  };
}
