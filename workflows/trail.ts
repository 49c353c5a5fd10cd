import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import {
  ContinueAsNew,
  isCancellation,
  proxySinks,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import type { TrailSinks } from '../services/temporal/contracts.ts';
import { TRAIL_HEADER } from '../services/temporal/names.ts';

const { trail: sink } = proxySinks<TrailSinks>();

/** Passes the trail of the call that started a workflow to its steps, and reports the workflow's end. */
export function interceptors(): WorkflowInterceptors {
  let header: Payload | undefined;
  let requestId: string | undefined;
  const withTrail = <Input extends { readonly headers: Record<string, Payload> }>(input: Input): Input =>
    header ? { ...input, headers: { ...input.headers, [TRAIL_HEADER]: header } } : input;
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input, next) => next(withTrail(input)),
    scheduleLocalActivity: (input, next) => next(withTrail(input)),
    continueAsNew: (input, next) => next(withTrail(input)),
    getLogAttributes: (input, next) => next(requestId === undefined ? input : { ...input, request_id: requestId }),
  };
  return {
    inbound: [
      {
        async execute(input, next) {
          header = input.headers[TRAIL_HEADER];
          const trail = header ? defaultPayloadConverter.fromPayload<Record<string, string>>(header) : {};
          requestId = trail['x-request-id'];
          try {
            const result = await next(input);
            sink.ended('ok', trail);
            return result;
          } catch (error) {
            sink.ended(outcomeOf(error), trail);
            throw error;
          }
        },
      },
    ],
    outbound: [outbound],
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof ContinueAsNew) return 'continued';
  return isCancellation(error) ? 'cancelled' : 'error';
}
