import type { ObserveCall, StageKind } from '../../services/core/stages.ts';

/** One stage of one call, in milliseconds since the call began. */
interface TracedStage {
  name: string;
  kind: StageKind;
  fromMs: number;
  toMs: number;
}

/** The ended stages of one call, in the order of their ends. */
export interface Trace {
  operationId: string;
  stages: TracedStage[];
}

/** Collects the stages of all calls until they are taken. */
export function createTraces(): { observe: ObserveCall; take(): Trace[] } {
  let traces: Trace[] = [];
  return {
    observe(operationId) {
      const startedAt = performance.now();
      const stages: TracedStage[] = [];
      traces.push({ operationId, stages });
      return {
        begin(name, kind) {
          const fromMs = performance.now() - startedAt;
          return () => void stages.push({ name, kind, fromMs, toMs: performance.now() - startedAt });
        },
      };
    },
    take() {
      const taken = traces;
      traces = [];
      return taken;
    },
  };
}
