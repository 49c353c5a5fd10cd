import type { z } from 'zod';
import type { Caller } from '../../../services/accounts/authenticate.ts';
import type { RateClass } from '../../../services/accounts/rate-limits.ts';
import type { KeyScope } from '../../../services/accounts/scopes.ts';
import type { Stages } from '../../../services/core/stages.ts';

export const MEBIBYTE = 1_048_576;

/** One authenticated, validated request. */
export interface Call<Body, Query> {
  caller: Caller;
  requestId: string;
  /** Names the billed or created thing; identical for all retries with one Idempotency-Key. */
  operationId: string;
  /** Path parameters, as in the URL. */
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  /** Header `Last-Event-ID`: the stream resumes after it. */
  lastEventId: string | undefined;
  /** Aborts when the client disconnects or the server stops. */
  signal: AbortSignal;
  /** Checks the key again during long calls. @throws ServiceError as at the start of the call */
  permit(): Promise<unknown>;
  /** Observes the stages of the call. Absent: they are not observed. */
  stages?: Stages | undefined;
}

interface OperationBody<Body> {
  schema: z.ZodType<Body>;
  maxBytes: number;
  /** Whether the field `api_key` authenticates if no header does. */
  carriesKey: boolean;
  /** Limits of a form (multipart/form-data), which may be sent instead of JSON. Absent: only JSON is taken. */
  form?: { maxBytes: number; maxFileBytes: number; maxFiles: number };
  /** A body that works unchanged: the reference page offers to send it. */
  example: Record<string, unknown>;
}

/**
 * One operation of the interface: its checks, its OpenAPI description and its handler. REST serves it at its path, gRPC
 * as a method; both transports use lists of these, so that checks, order and descriptions cannot drift apart.
 */
export interface Operation<Body = unknown, Query = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** In @koa/router's form: `/v1/agent/runs/:id`. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Absent: any key may call it. */
  scope?: KeyScope;
  /** Absent: unlimited. */
  rateClass?: RateClass;
  body?: OperationBody<Body>;
  query?: z.ZodType<Query>;
  /** The reasons for a 409 beside an Idempotency-Key in use. Absent: there are none. */
  conflict?: string;
  /** Whether the response may be events instead, which the body requests with `stream`. */
  streams?: boolean;
  /** `contentType`: set if it is not JSON. Events are resumed by `Last-Event-ID`. */
  success: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    contentType?: 'text/event-stream';
    /** The response may be this instead, a `TextBody`. */
    text?: { contentType: 'text/csv'; description: string; example: string };
  };
  /** `chat`: errors include the fields that chat SDKs expect beside the envelope. */
  errorStyle?: 'chat';
  /** Whether `Idempotency-Key` is honoured. */
  idempotent?: boolean;
  /** Returns the response's body, an `EventStream` or a `TextBody`. */
  handle(call: Call<Body, Query>): Promise<unknown>;
}

/** Gives `handle` the types of the schemas, and erases them for the list of all endpoints. */
export function operation<Body = undefined, Query = undefined>(definition: Operation<Body, Query>): Operation {
  return definition;
}
