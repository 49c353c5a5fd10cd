import { ApplicationFailure, CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { TrailSinks } from '../services/temporal/contracts.ts';
import { TRAIL_HEADER } from '../services/temporal/names.ts';
import type { Telemetry } from '../services/telemetry/telemetry.ts';
import type { SpanPlace, Tracer } from '../services/telemetry/tracer.ts';
import { fieldsOf, withTrail, trailOf, type Trail, type TrailHeaders } from '../services/telemetry/trail.ts';

type Seen = Partial<Pick<Telemetry, 'observer' | 'metrics' | 'tracer'>>;

/** Runs each step of a workflow within the trail of the call that started the workflow, measured and traced. */
export function activityTrails({ observer, tracer }: Seen): ActivityInterceptorsFactory {
  return ({ info: { activityType, attempt, workflowExecution, workflowType } }) => {
    let sent: Trail = {};
    return {
      inbound: {
        execute(input, next) {
          const payload = input.headers[TRAIL_HEADER];
          if (payload) sent = trailOf(defaultPayloadConverter.fromPayload<TrailHeaders>(payload));
          const runId = workflowExecution?.runId;
          const span = tracer && runId !== undefined ? placeOfWorkflow(runId, sent, tracer) : sent.span;
          const trail: Trail = { ...sent, operation: sent.operation ?? workflowType, span };
          if (!observer) return withTrail(trail, () => next(input));
          const attributes = { 'quarry.workflow_id': workflowExecution?.workflowId ?? '', 'quarry.attempt': attempt };
          return observer.observe(
            { part: 'activity', name: activityType, kind: 'consumer', attributes, trail },
            () => next(input),
            { ofError: failureOf },
          );
        },
      },
      // The SDK logs about a step outside the step's trail, for example that it has failed.
      outbound: { getLogAttributes: (input, next) => next({ ...input, ...fieldsOf(sent) }) },
    };
  };
}

/** Measures and traces workflows as they end. Workflow code itself has no real clock and sends nothing. */
export function workflowTrails({ metrics, tracer }: Seen): InjectedSinks<TrailSinks> {
  return {
    trail: {
      ended: {
        fn({ workflowType, workflowId, runId, runStartTime }, outcome, headers) {
          const sent = trailOf(headers);
          const startedAtMs = runStartTime.getTime();
          metrics?.begun('workflow');
          metrics?.worked('workflow', workflowType, { outcome, seconds: (Date.now() - startedAtMs) / 1_000 });
          tracer?.record({
            name: `workflow ${workflowType}`,
            kind: 'consumer',
            parent: sent.span,
            place: placeOfWorkflow(runId, sent, tracer),
            startedAtMs,
            // A workflow that continues as new has not failed.
            outcome: outcome === 'continued' ? 'ok' : outcome,
            attributes: {
              'quarry.workflow_id': workflowId,
              ...(sent.requestId !== undefined && { 'quarry.request_id': sent.requestId }),
            },
          });
        },
      },
    },
  };
}

/**
 * The span of a workflow. Steps refer to it before it has ended and from other processes, so its ids are derived from
 * those of the run. A workflow that no call has started forms its own trace.
 */
function placeOfWorkflow(runId: string, { span }: Trail, { samples }: Pick<Tracer, 'samples'>): SpanPlace {
  const id = runId.replaceAll('-', '');
  const spanId = id.slice(id.length / 2);
  if (span) return { ...span, spanId };
  return { traceId: id, spanId, isSampled: samples(id) };
}

// The codes that `permanent-failures.ts` and the activities set.
const CODE = /^[A-Z_]+$/;

function failureOf(error: unknown): string {
  if (error instanceof CancelledFailure) return 'cancelled';
  const type = error instanceof ApplicationFailure ? error.type : undefined;
  return type && CODE.test(type) ? type.toLowerCase() : 'error';
}
