import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readConfig } from '../../runtime/config.ts';
import { ERROR_CODES, ServiceError, type ServiceErrorCode } from '../../services/core/errors.ts';

/** A running service, and the key of the caller. */
export interface ServiceAccess {
  url: string;
  key: string;
}

/**
 * `QUARRY_URL` and `QUARRY_API_KEY`; where they are not set, the service of this machine and the first key of its data
 * folder.
 *
 * @throws Error saying what to set
 */
export async function serviceAccess(environment: NodeJS.ProcessEnv): Promise<ServiceAccess> {
  // What the service itself needs does not matter here, so these three are checked alone.
  const { QUARRY_URL, QUARRY_API_KEY, QUARRY_DATA_DIR } = environment;
  const {
    QUARRY_URL: url,
    QUARRY_API_KEY: key,
    QUARRY_DATA_DIR: folder,
  } = readConfig({
    QUARRY_URL,
    QUARRY_API_KEY,
    QUARRY_DATA_DIR,
  });
  return { url, key: key ?? (await keyOf(resolve(folder, 'api-key'))) };
}

async function keyOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new Error(`There is no key: set QUARRY_API_KEY, or QUARRY_DATA_DIR to the folder of the service (${file}).`, {
      cause: error,
    });
  }
}

export interface ServiceRequest {
  method: string;
  /** With its query. */
  path: string;
  body?: unknown;
}

/** Makes one call; the body of its response. @throws ServiceError as the service names it, or UNAVAILABLE */
export async function callService(
  { url, key }: ServiceAccess,
  { method, path, body }: ServiceRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('UNAVAILABLE', `Quarry does not answer at ${url}. Start it, or set QUARRY_URL.`, {
      cause: error,
    });
  });
  const answered: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answered;
  throw failureOf(response, answered);
}

function failureOf(response: Response, answered: unknown): ServiceError {
  const { code, message } = (answered as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  const known = (ERROR_CODES as readonly string[]).includes(code ?? '') ? (code as ServiceErrorCode) : 'UNAVAILABLE';
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ServiceError(known, message ?? `The service answered with status ${response.status}.`, {
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}
