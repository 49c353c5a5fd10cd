import { AnswerService } from '../../../gen/quarry/v1/answer_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';
import { citationsWithinMessage } from '../response-bytes.ts';
import type { Wire } from '../shapes.ts';

export function answerService(find: FindOperation): GrpcService {
  const operation = find('answer');
  const { method } = AnswerService;
  return {
    desc: AnswerService,
    methods: [
      { desc: method.answer, operation, respond: citationsWithinMessage },
      { desc: method.answerStream, operation, with: { stream: true }, respondEvent },
    ],
  };
}

/** A chunk as in REST's stream: sources first, then text, then the finish reason. */
function respondEvent(chunk: Wire): Wire {
  const [choice] = chunk.choices as [{ delta: { role?: string; content?: string }; finish_reason: string | null }];
  if (choice.finish_reason !== null) return { finish_reason: choice.finish_reason };
  if (choice.delta.role === undefined) return { text_delta: choice.delta.content ?? '' };
  const { citations, request_id } = citationsWithinMessage(chunk);
  return { citations: { citations }, request_id };
}
