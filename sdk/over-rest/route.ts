import type { Wire } from '../contract/shapes.ts';

/** How a method of the contract is called over REST. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the names of its parameters: `/v1/crawls/:id/pages`. */
  path: string;
  /** Whether the fields of the request are the body. Otherwise they are the query. */
  hasBody: boolean;
  /** Fields of the request that the method itself implies. */
  with?: Wire;
  /** A field of the request without which the path does something else. */
  needs?: string;
  /** The field of the method's response that is the whole body. */
  bodyIn?: string;
}
