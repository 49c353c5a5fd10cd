import type { EndedCall } from './metrics.ts';
import type { ObserverParts } from './observer.ts';
import { OK, readTraceparent } from './tracer.ts';
import type { Trail } from './trail.ts';

/** A call as it comes in, before its operation is known. */
interface IncomingTrail {
  transport: EndedCall['transport'];
  requestId: string;
  /** The caller's header `traceparent`. */
  traceparent: string | undefined;
}

/** A call in progress. */
export interface CallInProgress {
  trail: Trail;
  /** Sets the operation as soon as it is known. */
  named(operation: string): void;
  /** @param code `OK`, or the code of its error; the first call of `end` counts */
  end(code: string): void;
}

/** Measures and traces the calls of callers. */
export interface Calls {
  begin(call: IncomingTrail): CallInProgress;
}

/** A call that no operation served: an unknown path, or a public page. */
const NO_OPERATION = 'none';

export const CALL_OK = 'OK';

export function createCalls({ metrics, tracer }: ObserverParts): Calls {
  return {
    begin({ transport, requestId, traceparent }) {
      const startedAt = performance.now();
      const span = tracer?.start({
        name: transport,
        kind: 'server',
        parent: readTraceparent(traceparent),
        attributes: { 'quarry.request_id': requestId, 'quarry.transport': transport },
      });
      const trail: Trail = { requestId, span: span?.place };
      let hasEnded = false;
      return {
        trail,
        named: (operation) => void (trail.operation = operation),
        end: (code) => {
          if (hasEnded) return;
          hasEnded = true;
          const { operation = NO_OPERATION } = trail;
          const outcome = code === CALL_OK ? OK : code.toLowerCase();
          span?.end({ name: `${transport} ${operation}`, outcome, attributes: { 'quarry.operation': operation } });
          metrics?.called({ operation, transport, code, seconds: (performance.now() - startedAt) / 1_000 });
        },
      };
    },
  };
}
