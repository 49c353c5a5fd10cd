import { CrawlService } from '../../../gen/quarry/v1/crawl_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';

export function crawlService(find: FindOperation): GrpcService {
  const { method } = CrawlService;
  return {
    desc: CrawlService,
    methods: [
      { desc: method.createCrawl, operation: find('createCrawl') },
      { desc: method.getCrawl, operation: find('getCrawl') },
      { desc: method.listCrawls, operation: find('listCrawls') },
      { desc: method.listCrawlPages, operation: find('listCrawlPages') },
      { desc: method.cancelCrawl, operation: find('cancelCrawl') },
      { desc: method.deleteCrawl, operation: find('deleteCrawl') },
      { desc: method.map, operation: find('map') },
    ],
  };
}
