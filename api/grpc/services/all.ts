import type { FollowRecords } from '../../../services/monitors/records/follow-records.ts';
import type { Operation } from '../../operations/calls/operation.ts';
import { findIn } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { agentService } from './agent.ts';
import { answerService } from './answer.ts';
import { chatService } from './chat.ts';
import { crawlService } from './crawl.ts';
import { documentService } from './document.ts';
import { fetchService } from './fetch.ts';
import { monitorService } from './monitor.ts';
import { searchService } from './search.ts';

/** Every service, over the operations that REST serves. @see docs/rules.md#grpc */
export function allServices(operations: readonly Operation[], followRecords: FollowRecords): GrpcService[] {
  const find = findIn(operations);
  return [
    searchService(find),
    answerService(find),
    chatService(find),
    fetchService(find),
    agentService(find),
    monitorService(find, followRecords),
    documentService(find),
    crawlService(find),
  ];
}
