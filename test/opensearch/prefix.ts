import { randomUUID } from 'node:crypto';

/** Set by server.ts, once the test files were loaded. */
export const serverUrl = () => process.env.QUARRY_TEST_OPENSEARCH ?? '';

export const newPrefix = () => `test-${randomUUID()}`;

export async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${serverUrl()}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await response.json()) as Record<string, unknown>;
}

export async function indexesOf(prefix: string): Promise<string[]> {
  return Object.keys(await call('GET', `${prefix}-*`));
}

export async function removeIndexes(prefix: string): Promise<void> {
  for (const index of await indexesOf(prefix)) await call('DELETE', index);
}
