import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace';
import { settledWithin } from '../concurrency/settled-within.ts';
import { samplerOf, type SamplerSettings } from './sampler.ts';
import { OK, type SpanAttributes, type SpanPlace, type SpanStart, type Tracer } from './tracer.ts';

export interface OtlpOptions extends SamplerSettings {
  /** Address of an OTLP receiver over HTTP: `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  serviceName: string;
  version: string;
}

const CLOSE_WITHIN_MS = 1_000;

const KINDS: Record<SpanStart['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/**
 * Sends spans by OTLP over HTTP in protobuf. Headers, timeout, compression and resource attributes come from the
 * standard variables of OpenTelemetry. Spans that cannot be sent are dropped: they never delay or fail work.
 */
export function createOtlpTracer({ url, serviceName, version, ...sampling }: OtlpOptions): Tracer {
  const ids = new RandomIdGenerator();
  let chosen: SpanPlace | undefined;
  const sampler = samplerOf(sampling);
  const provider = new TracerProvider({
    sampler,
    // A workflow's span has the ids that its activities have already named.
    idGenerator: {
      generateTraceId: () => chosen?.traceId ?? ids.generateTraceId(),
      generateSpanId: () => chosen?.spanId ?? ids.generateSpanId(),
    },
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('quarry', version);

  function open({ name, kind, parent, attributes = {} }: SpanStart, startTime?: number): Span {
    return tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, ...(startTime && { startTime }) },
      contextOf(parent),
    );
  }

  return {
    start: (start) => {
      const span = open(start);
      return {
        place: spanPlaceOf(span),
        end: ({ outcome, name, attributes }) => {
          if (name !== undefined) span.updateName(name);
          end(span, outcome, attributes);
        },
      };
    },
    record: ({ place, startedAtMs, outcome, ...start }) => {
      if (!place.isSampled) return;
      chosen = place;
      const span = open(start, startedAtMs);
      chosen = undefined;
      end(span, outcome);
    },
    samples: (traceId) =>
      sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, []).decision ===
      SamplingDecision.RECORD_AND_SAMPLED,
    close: async () => void (await settledWithin(CLOSE_WITHIN_MS, provider.shutdown())),
  };
}

function end(span: Span, outcome: string, attributes: SpanAttributes = {}): void {
  span.setAttributes({ ...attributes, 'quarry.outcome': outcome });
  // No message: it may repeat a caller's text, or a page's.
  if (outcome !== OK) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function contextOf(parent: SpanPlace | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function spanPlaceOf(span: Span): SpanPlace {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}
