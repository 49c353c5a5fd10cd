import { ChatService } from '../../../gen/quarry/v1/chat_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { citationsWithinMessage } from '../response-bytes.ts';

export function chatService(find: FindOperation): GrpcService {
  const operation = find('createChatCompletion');
  const { method } = ChatService;
  return {
    desc: ChatService,
    methods: [
      { desc: method.createChatCompletion, operation, respond: citationsWithinMessage },
      { desc: method.streamChatCompletion, operation, with: { stream: true }, respondEvent: citationsWithinMessage },
    ],
  };
}
