import { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import type { CallOperation, JsonBody } from '../operations/calls/call-in-process.ts';

/** One call in the shape of another service. */
export interface ForeignCall {
  /** The body, or the path and query where the call has none. */
  input: JsonBody;
  /** Of the path. */
  params: Record<string, string>;
  query: URLSearchParams;
  call: CallOperation;
  requestId: string;
  signal: AbortSignal;
}

/** An endpoint of another service, over operations of ours. */
export interface ForeignEndpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** In @koa/router's form. */
  path: string;
  /** Its response in the other service's shape. @throws ServiceError */
  handle(call: ForeignCall): Promise<JsonBody>;
}

/** Refuses a call by its name. */
export const refusalOf = (name: string) => () =>
  Promise.reject(new ServiceError('UNIMPLEMENTED', `Quarry does not offer ${name}.`));

/** Refuses every call below a path that no endpoint before these has taken. */
export function refusalsBelow(path: string): ForeignEndpoint[] {
  return (['GET', 'POST', 'DELETE'] as const).map((method) => ({
    method,
    path: `${path}/{*call}`,
    handle: ({ params }) => refusalOf(`${path}/${params.call ?? ''}`)(),
  }));
}

/** How the clients of another service read a failure. */
interface ForeignFailures {
  statusOf(error: ServiceError): number | undefined;
  bodyOf(error: ServiceError, requestId: string): JsonBody;
}

export interface ForeignService {
  endpoints: readonly ForeignEndpoint[];
  failures: ForeignFailures;
}

/** A field whose only offered value is the one that the other service's clients send by default. */
export const onlyAs = (name: string, value: boolean | string) =>
  z
    .unknown()
    .transform((given) => {
      if (given !== undefined && given !== null && given !== value)
        throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer ${name} other than ${value}.`, { param: name });
    })
    .optional();

/** A field that the other service has and Quarry has not: what asks for nothing passes, all else is refused by name. */
export const notOffered = (name: string) =>
  z
    .unknown()
    .transform((given) => {
      const asksNothing = given === null || given === false || (Array.isArray(given) && given.length === 0);
      if (!asksNothing) throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer ${name}.`, { param: name });
    })
    .optional();
