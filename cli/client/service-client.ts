import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readProfile, type Profile } from './profile.ts';
import { ERROR_CODES, ServiceError, type ServiceErrorCode } from '../../services/core/errors.ts';

/** A running service, and the key of the caller. */
export interface ServiceAccess {
  url: string;
  key: string;
}

/**
 * The service that `quarry login` has chosen, unless the environment names one; else that of the environment.
 *
 * @throws Error saying what to set
 */
export async function serviceAccess(environment: NodeJS.ProcessEnv): Promise<ServiceAccess> {
  return (await profileFor(environment)) ?? localAccess(environment);
}

/** The service, with the key of a file where one is named. @param url instead of that of the environment */
export async function accessTo(
  { url, keyFile }: { url?: string | undefined; keyFile?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Promise<ServiceAccess> {
  const named = { ...environment, ...(url !== undefined && { QUARRY_URL: url }) };
  if (keyFile === undefined) return serviceAccess(named);
  const key = await keyIn(keyFile);
  const profile = await profileFor(named);
  return profile ? { url: profile.url, key } : localAccess({ ...named, QUARRY_API_KEY: key });
}

/**
 * `QUARRY_URL` and `QUARRY_API_KEY`; where they are not set, the service of this machine and the first key of its data
 * folder. Another host gets that key only where `QUARRY_DATA_DIR` names the folder.
 *
 * @throws Error saying what to set
 */
export async function localAccess(environment: NodeJS.ProcessEnv): Promise<ServiceAccess> {
  // The configuration takes half of the start of a command, and help needs none.
  const { readConfig } = await import('../../runtime/config.ts');
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
  if (key === undefined && !QUARRY_DATA_DIR && !isOfThisMachine(url))
    throw new Error(`There is no key for ${url}: run quarry login ${url}, or set QUARRY_API_KEY.`);
  return { url, key: key ?? (await keyOf(resolve(folder, 'api-key'))) };
}

/** Whether a service is on this machine. Another host must not learn the key of the data folder. */
export function isOfThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** The profile, unless the environment names another service: a key is sent to the service that it was given for. */
export async function profileFor(environment: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  const { QUARRY_URL, QUARRY_API_KEY, QUARRY_DATA_DIR } = environment;
  return QUARRY_URL || QUARRY_API_KEY || QUARRY_DATA_DIR ? undefined : readProfile(environment);
}

/** The key in a file. @throws Error saying that it cannot be read, or is none */
export async function keyIn(file: string): Promise<string> {
  const key = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause: error });
  });
  return checkedKey(key, file);
}

/** @param where it was read, as the error names it */
export function checkedKey(given: string, where: string): string {
  const key = given.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${where} holds no key.`);
  return key;
}

async function keyOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new Error(
      `There is no key: run quarry login URL, set QUARRY_API_KEY, or set QUARRY_DATA_DIR to the folder of the service (${file}).`,
      {
        cause: error,
      },
    );
  }
}

export interface ServiceRequest {
  method: string;
  /** With its query. */
  path: string;
  body?: unknown;
  /** A second call under it gets the result of the first. */
  idempotencyKey?: string | undefined;
}

/** Makes one call; the body of its response. @throws ServiceError as the service names it, or UNAVAILABLE */
export async function callService(
  access: ServiceAccess,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await respond(access, request, signal);
  const body = await response.text().catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('UNAVAILABLE', 'The connection to the service was lost.', { cause: error });
  });
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ServiceError('UNAVAILABLE', `What answers at ${access.url} is not Quarry.`, { cause: error });
  }
}

/** A server-sent event. */
export interface ServiceEvent {
  id: string;
  type: string;
  data: string;
}

/** Events as they come. @throws ServiceError as the service names it; UNAVAILABLE where the stream breaks */
export async function* streamService(
  access: ServiceAccess,
  request: ServiceRequest & { lastEventId?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<ServiceEvent> {
  const { body } = await respond(access, request, signal);
  let event: ServiceEvent = { id: '', type: 'message', data: '' };
  let rest = '';
  try {
    for await (const text of (body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '' && event.data !== '') yield event;
        event = line === '' ? { id: '', type: 'message', data: '' } : withLine(event, line);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('UNAVAILABLE', 'The connection to the service was lost.', { cause: error });
  }
}

function withLine(event: ServiceEvent, line: string): ServiceEvent {
  const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
  if (name === 'id') return { ...event, id: value };
  if (name === 'event') return { ...event, type: value };
  return name === 'data' ? { ...event, data: event.data + value } : event;
}

async function respond(
  { url, key }: ServiceAccess,
  { method, path, body, idempotencyKey, lastEventId }: ServiceRequest & { lastEventId?: string | undefined },
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect would take the key to another address.
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError(
      'UNAVAILABLE',
      `Quarry does not answer at ${url}. Start it, or set QUARRY_URL. quarry doctor says what is wrong.`,
      { cause: error },
    );
  });
  if (response.ok) return response;
  throw failureOf(response, await response.json().catch(() => undefined));
}

function failureOf(response: Response, answered: unknown): ServiceError {
  const { code, message } = (answered as { error?: { code?: string; message?: string } } | undefined)?.error ?? {};
  const known = (ERROR_CODES as readonly string[]).includes(code ?? '') ? (code as ServiceErrorCode) : 'UNAVAILABLE';
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const target = response.headers.get('location');
  const told = target === null ? '' : ` It redirects to ${target}: name the address of the service itself.`;
  return new ServiceError(known, message ?? `The service answered with status ${response.status}.${told}`, {
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  });
}
