import { failureOf, unreachable } from './failure.ts';
import { csrfToken, setSession } from './session.ts';

export interface CallParts {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A form is sent as one, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** A call's parsed body; an empty one is undefined. @throws CallFailure; the signal's reason */
export async function call<Result>(path: string, options: CallParts = {}): Promise<Result> {
  const response = await open(path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}

/** A call's successful response, unread. @throws CallFailure; the signal's reason */
export async function open(path: string, { method = 'GET', body, signal, headers }: CallParts): Promise<Response> {
  const token = csrfToken();
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const response = await fetch(path, {
    method,
    headers: {
      ...(token !== undefined && { 'x-quarry-csrf': token }),
      ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
    ...(signal && { signal }),
    credentials: 'same-origin',
    redirect: 'error',
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error instanceof TypeError ? unreachable() : error;
  });
  if (response.ok) return response;
  // A session that has ended elsewhere ends here.
  if (response.status === 401 && token !== undefined) setSession({ status: 'signed-out' });
  throw failureOf(response.status, await response.text());
}
