import { ServiceError } from '../core/errors.ts';
import type { Metrics } from './metrics.ts';
import type { PartName } from './parts.ts';
import { OK, type SpanAttributes, type SpanStart, type Tracer } from './tracer.ts';
import { currentTrail, withTrail, type Trail } from './trail.ts';

/** One piece of work: an entry of the histogram of its part, and a span of the trace. */
interface ObservedWork {
  part: PartName;
  /** One of few: a label of the metric. */
  name: string;
  /** Name of the span, if it can say more: `select documents`. */
  title?: string;
  kind?: SpanStart['kind'];
  attributes?: SpanAttributes;
  /** Parent of the span, if it does not continue the current trail. */
  trail?: Trail;
}

/** Classifies the outcome; by default a returned value is `ok`, and an error has its code, or `error`. */
interface Judged<T> {
  ofResult?(result: T): string;
  ofError?(error: unknown): string;
}

/** Measures and traces work. It changes neither its result nor its failure. */
export interface Observer {
  observe<T>(work: ObservedWork, run: () => Promise<T>, judged?: Judged<T>): Promise<T>;
  /** The same for a generator; the time ends with its last value, or when the consumer stops. */
  observeEach<T, R>(work: ObservedWork, run: () => AsyncGenerator<T, R>): AsyncGenerator<T, R>;
}

export interface ObserverParts {
  /** Absent: nothing is measured. */
  metrics?: Metrics | undefined;
  /** Absent: nothing is traced. */
  tracer?: Tracer | undefined;
}

export function createObserver(parts: ObserverParts): Observer {
  return {
    async observe(work, run, { ofResult, ofError = outcomeOf } = {}) {
      const begun = begin(parts, work);
      try {
        const result = await withTrail(begun.trail, run);
        begun.end(ofResult?.(result) ?? OK);
        return result;
      } catch (error) {
        begun.end(ofError(error));
        throw error;
      }
    },

    async *observeEach(work, run) {
      const begun = begin(parts, work);
      // Work whose consumer stopped early is neither a success nor a failure.
      let outcome = 'abandoned';
      try {
        const result = yield* run();
        outcome = OK;
        return result;
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        begun.end(outcome);
      }
    },
  };
}

interface Begun {
  trail: Trail;
  end(outcome: string): void;
}

function begin({ metrics, tracer }: ObserverParts, work: ObservedWork): Begun {
  const { part, name, title = name, kind = 'internal', attributes, trail = currentTrail() } = work;
  const startedAt = performance.now();
  const { requestId, span: parent } = trail;
  const span = tracer?.start({
    name: `${part} ${title}`,
    kind,
    parent,
    attributes: { ...attributes, ...(requestId !== undefined && { 'quarry.request_id': requestId }) },
  });
  metrics?.begun(part);
  return {
    trail: span ? { ...trail, span: span.place } : trail,
    end: (outcome) => {
      span?.end({ outcome });
      metrics?.worked(part, name, { outcome, seconds: (performance.now() - startedAt) / 1_000 });
    },
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof ServiceError) return error.code.toLowerCase();
  return error instanceof Error && error.name === 'AbortError' ? 'cancelled' : 'error';
}
