import type { z } from 'zod';
import type { Caller } from '../../../services/accounts/authenticate.ts';
import type { RateClass } from '../../../services/accounts/rate-limits.ts';
import type { KeyScope } from '../../../services/accounts/scopes.ts';

export const MEBIBYTE = 1_048_576;

/** One authenticated, checked request on its way to a service. */
export interface Call<Body, Query> {
  caller: Caller;
  requestId: string;
  /** Names the billed or created thing; the same over all tries with one Idempotency-Key. */
  operationId: string;
  /** Path parameters, as they stand in the URL. */
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  /** Header `Last-Event-ID`: a reader of events goes on after it. */
  lastEventId: string | undefined;
  /** Aborts when the caller goes away or the server stops. */
  signal: AbortSignal;
  /** Checks the key again, for what goes on for long. @throws ServiceError as at the beginning of the call */
  permit(): Promise<unknown>;
}

interface OperationBody<Body> {
  schema: z.ZodType<Body>;
  maxBytes: number;
  /** Whether the member `api_key` authenticates when no header does. */
  carriesKey: boolean;
  /** A body that works as it stands: the reference page offers it to be sent. */
  example: Record<string, unknown>;
}

/**
 * One operation of the interface: what is checked, what OpenAPI says and what is called. REST serves it at its path, gRPC
 * as a method; both are lists of these, so that the checks, their order and the descriptions cannot drift apart.
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
  /** Absent: not limited. */
  rateClass?: RateClass;
  body?: OperationBody<Body>;
  query?: z.ZodType<Query>;
  /** What a 409 says besides an Idempotency-Key in use. Absent: no state of the thing stands in the way. */
  conflict?: string;
  /** Whether the response may be events instead, which the body asks for with `stream`. */
  streams?: boolean;
  /** `contentType`: where it is not JSON. Events are resumed by `Last-Event-ID`. */
  success: { status: 200 | 201; description: string; schema: z.ZodType; contentType?: 'text/event-stream' };
  /** `chat`: errors carry what chat SDKs read beside the envelope. */
  errorStyle?: 'chat';
  /** Whether `Idempotency-Key` is honoured. */
  idempotent?: boolean;
  /** The response's body, or an `EventStream`. */
  handle(call: Call<Body, Query>): Promise<unknown>;
}

/** Lets `handle` see the types that its schemas give, and forgets them for the list of all endpoints. */
export function operation<Body = undefined, Query = undefined>(definition: Operation<Body, Query>): Operation {
  return definition;
}
