import { AnswerService } from '../../../gen/quarry/v1/answer_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import { answerEvent } from '../../../sdk/contract/answer-event.ts';
import type { GrpcService } from '../method.ts';
import { citationsWithinMessage } from '../response-bytes.ts';

export function answerService(find: FindOperation): GrpcService {
  const operation = find('answer');
  const { method } = AnswerService;
  return {
    desc: AnswerService,
    methods: [
      { desc: method.answer, operation, respond: citationsWithinMessage },
      {
        desc: method.answerStream,
        operation,
        with: { stream: true },
        respondEvent: (chunk) => answerEvent(citationsWithinMessage(chunk)),
      },
    ],
  };
}
