/** A span's place in its trace, as W3C Trace Context carries it. */
export interface SpanPlace {
  /** 32 small hexadecimal digits, not all zero. */
  traceId: string;
  /** 16 small hexadecimal digits, not all zero. */
  spanId: string;
  isSampled: boolean;
}

/** Values without a caller's text: names, codes, counts and ids of the service. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  name: string;
  /** `server`: a call from outside. `client`: a request to another system. `consumer`: a task of a queue. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  /** Absent: a new trace. */
  parent?: SpanPlace | undefined;
  attributes?: SpanAttributes;
}

/** A span that others may already name as their parent: a workflow's, whose process may differ from theirs. */
interface PastSpan extends SpanStart {
  place: SpanPlace;
  /** Epoch milliseconds. */
  startedAtMs: number;
  outcome: string;
}

export interface OpenSpan {
  place: SpanPlace;
  /** @param name replaces that of the start, if it was not known then */
  end(ended: { outcome: string; name?: string | undefined; attributes?: SpanAttributes }): void;
}

/** Records spans. Only `otlp-tracer.ts` knows how they are sent. */
export interface Tracer {
  start(span: SpanStart): OpenSpan;
  /** Records a span that has ended. */
  record(span: PastSpan): void;
  /** Whether a trace that begins with this id is kept. */
  samples(traceId: string): boolean;
  /** Sends the remaining spans, for at most a second. */
  close(): Promise<void>;
}

/** The outcome of successful work. Every other outcome is a failure or a refusal. */
export const OK = 'ok';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads the header `traceparent`. Undefined if it is malformed: the trace then begins here. */
export function readTraceparent(header: string | undefined): SpanPlace | undefined {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId, isSampled }: SpanPlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
