import { Client, errors } from '@opensearch-project/opensearch';
import { IndexUnavailableError, IndexUnusableError } from '../port.ts';

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the server's own path, with a leading slash. */
  path: string;
  query?: Record<string, string | boolean>;
  body?: object;
  /** Lines of a bulk call, instead of `body`. */
  lines?: readonly object[];
  withinMs: number;
}

export interface OpenSearchServer {
  /**
   * The body of a response.
   *
   * @throws IndexUnavailableError if the server does not respond in time, or responds that it is unavailable or overloaded;
   *   IndexUnusableError if the index does not exist; Error if the request is invalid
   */
  ask<Body>(request: Request): Promise<Body>;
  close(): Promise<void>;
}

/** @param url set by the operator, so the rules of egress do not apply to it; may contain user:password@ */
export function createOpenSearchServer(url: string): OpenSearchServer {
  const { node, auth } = withoutCredentials(url);
  // The client's own retries would each take the whole time limit.
  const client = new Client({ node, maxRetries: 0, ...(auth && { auth }) });
  return {
    ask: <Body>(request: Request) => askWithin<Body>(client, node, request),
    close: () => client.close(),
  };
}

async function askWithin<Body>(client: Client, node: string, request: Request): Promise<Body> {
  const { method, path, query, body, lines, withinMs } = request;
  const parameters = {
    method,
    path,
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(lines && { bulkBody: [...lines] }),
  };
  const deadline = performance.now() + withinMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      const answer = await client.transport.request(parameters, {
        requestTimeout: Math.max(1, deadline - performance.now()),
      });
      return answer.body as Body;
    } catch (error) {
      // A kept connection that the server has closed meanwhile says nothing about the server's health.
      if (isFirst && error instanceof errors.ConnectionError && !error.message.includes('ECONNREFUSED')) continue;
      throw explained(error, node, request);
    }
  }
}

/** The client's errors contain the password in their properties: they are never passed on, not even as a cause. */
function explained(error: unknown, node: string, { method, path, withinMs }: Request): Error {
  if (error instanceof errors.TimeoutError)
    return new IndexUnavailableError(`OpenSearch at ${node} did not answer within ${withinMs} ms`);
  if (!(error instanceof errors.ResponseError))
    return new IndexUnavailableError(`OpenSearch at ${node} cannot be reached: ${messageOf(error)}`);
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403) {
    return new IndexUnavailableError(
      `OpenSearch at ${node} refuses the user or what it asks for (${statusCode}, ${messageOf(error)}): see the user and password in QUARRY_OPENSEARCH_URL`,
    );
  }
  if (statusCode === 404)
    return new IndexUnusableError('the index in OpenSearch is missing or of another schema version');
  if (statusCode === 429 || statusCode >= 500)
    return new IndexUnavailableError(
      `OpenSearch at ${node} is not able to answer (${statusCode}): ${messageOf(error)}`,
    );
  return new Error(`OpenSearch refused ${method} ${path} (${statusCode}): ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'no reason was given';
}

function withoutCredentials(url: string): { node: string; auth: { username: string; password: string } | undefined } {
  const node = new URL(url);
  const { username, password } = node;
  node.username = '';
  node.password = '';
  const auth =
    username === '' ? undefined : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { node: node.href.replace(/\/$/, ''), auth };
}
