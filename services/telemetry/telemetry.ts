import { createCalls, type Calls } from './calls.ts';
import { listenMetrics } from './listen-metrics.ts';
import type { Metrics } from './metrics.ts';
import { createObserver, type Observer } from './observer.ts';
import type { OtlpOptions } from './otlp-tracer.ts';
import type { TemporalMetrics } from './temporal-metrics.ts';
import type { Tracer } from './tracer.ts';

/** The metrics and traces of a process. Without configuration it measures, traces and sends nothing. */
export interface Telemetry {
  calls: Calls;
  /** Absent: nothing is measured or traced. */
  observer: Observer | undefined;
  metrics: Metrics | undefined;
  tracer: Tracer | undefined;
  /** Measures the stages of a call, by its operation. Absent: nothing does. */
  observeStages: ((operation: string) => StageClock) | undefined;
  /** Address of the metrics for Prometheus; absent if they are off. */
  metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Marks the start of a stage, a constant of the code; the returned function marks the end. */
interface StageClock {
  begin(stage: string): () => void;
}

export interface TelemetrySettings {
  /** Absent: no metrics. Port 0: the system chooses. */
  metrics: { host: string; port: number } | undefined;
  /** Absent: no traces. */
  traces: OtlpOptions | undefined;
  /** Metrics of the Temporal SDK, shown with ours. */
  temporal?: Pick<TemporalMetrics, 'text'> | undefined;
}

/** @throws Error saying what to do if the port of the metrics is unavailable */
export async function startTelemetry({ metrics: at, traces, temporal }: TelemetrySettings): Promise<Telemetry> {
  const metrics = at && (await openMetrics());
  const listener =
    at && metrics && (await listenMetrics({ ...at, contentType: metrics.contentType, text: allOf(metrics, temporal) }));
  const tracer = traces && (await openTracer(traces));
  const parts = { metrics, tracer };
  return {
    ...parts,
    calls: createCalls(parts),
    observeStages: metrics && stageClockOf(metrics),
    observer: metrics || tracer ? createObserver(parts) : undefined,
    metricsUrl: listener?.url,
    close: async () => void (await Promise.all([listener?.close(), tracer?.close()])),
  };
}

// Parts that are off are not loaded: both libraries would slow down each start.
async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics();
}

async function openTracer(options: OtlpOptions): Promise<Tracer> {
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  return createOtlpTracer(options);
}

function stageClockOf(metrics: Metrics): (operation: string) => StageClock {
  return (operation) => ({
    begin: (stage) => {
      const startedAt = performance.now();
      return () => metrics.staged(operation, stage, (performance.now() - startedAt) / 1_000);
    },
  });
}

function allOf(metrics: Metrics, temporal: TelemetrySettings['temporal']): () => Promise<string> {
  return async () => (await Promise.all([metrics.text(), temporal?.text()])).join('');
}
