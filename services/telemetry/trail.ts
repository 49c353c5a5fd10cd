import { AsyncLocalStorage } from 'node:async_hooks';
import { readTraceparent, writeTraceparent, type SpanPlace } from './tracer.ts';

/** Data of one call, available to everything that it awaits, and to the workflow and the activities that it starts. */
export interface Trail {
  /** Absent: no call has requested this work, for example a schedule's. */
  requestId?: string | undefined;
  /** The operation of the interface, or the workflow; absent before it is known. */
  operation?: string | undefined;
  /** The open span. Absent: nothing is traced. */
  span?: SpanPlace | undefined;
}

/** A trail as strings, for the headers of a workflow. */
export type TrailHeaders = Record<string, string>;

const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const OPERATION = 'quarry-operation';

// Each asynchronous context has its own value, so that the module itself keeps no state.
const trails = new AsyncLocalStorage<Trail>();

/** The trail of the current work; empty if there is none. */
export function currentTrail(): Trail {
  return trails.getStore() ?? NO_TRAIL;
}

const NO_TRAIL: Trail = Object.freeze({});

/** Runs work, with everything that it awaits, on a trail. */
export function withTrail<T>(trail: Trail, work: () => T): T {
  return trails.run(trail, work);
}

export function trailHeaders({ requestId, operation, span }: Trail): TrailHeaders {
  return {
    ...(requestId !== undefined && { [REQUEST_ID]: requestId }),
    ...(operation !== undefined && { [OPERATION]: operation }),
    ...(span && { [TRACEPARENT]: writeTraceparent(span) }),
  };
}

export function trailOf(headers: TrailHeaders): Trail {
  return {
    requestId: headers[REQUEST_ID],
    operation: headers[OPERATION],
    span: readTraceparent(headers[TRACEPARENT]),
  };
}

/** Fields of every log line that is written on the current trail. */
export function trailFields(): Record<string, string> {
  return fieldsOf(currentTrail());
}

export function fieldsOf({ requestId, span }: Trail): Record<string, string> {
  return {
    ...(requestId !== undefined && { request_id: requestId }),
    ...(span && { trace_id: span.traceId, span_id: span.spanId }),
  };
}
