import { FetchService } from '../../../gen/quarry/v1/fetch_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { pagesWithinMessage } from '../response-bytes.ts';

export function fetchService(find: FindOperation): GrpcService {
  return {
    desc: FetchService,
    methods: [{ desc: FetchService.method.fetch, operation: find('fetch'), respond: pagesWithinMessage }],
  };
}
