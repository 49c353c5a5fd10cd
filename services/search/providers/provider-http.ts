import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../egress/allow-list.ts';
import { ACCEPT_ENCODING } from '../../egress/decode.ts';
import { createEgress, type Egress, type EgressAnswer } from '../../egress/egress.ts';
import { createGate } from '../../egress/gate.ts';
import { readBody } from '../../egress/read-body.ts';
import { createPace } from './pace.ts';
import { ProviderError } from './provider.ts';

export interface ProviderRequest {
  /** Beside the base URL; a query goes into `query`. */
  path: string;
  /** Undefined members are left out. */
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON with POST. */
  body?: unknown;
  signal: AbortSignal;
}

/** HTTP to one provider: paced, identified, sized, its failures told as `ProviderError`. */
export interface ProviderHttp {
  baseUrl: string;
  /** @throws ProviderError for every status but 2xx and for what is no JSON */
  json(request: ProviderRequest): Promise<unknown>;
  text(request: ProviderRequest): Promise<string>;
  /** Whether anything answers at a URL of the provider's, whatever it says. */
  answers(url: string, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface ProviderHttpOptions {
  baseUrl: string;
  /** A base URL of the operator's own may be private: exempt from the egress rules, for this origin and client alone. */
  isOperatorSet: boolean;
  userAgent: string;
  /** Time between two requests; default none. */
  everyMs?: number;
  burst?: number;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 3;
// A search waits no longer than this for a provider's turn, or for one that asks for patience.
const LONGEST_WAIT_MS = 2_000;
// oxlint-disable-next-line no-control-regex -- some providers send these inside JSON strings
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const egress = createEgress(createGate(options.isOperatorSet ? { allowList: parseAllowList(hostAndPort(options.baseUrl)) } : {}));
  const pace = createPace(options.everyMs ?? 0, options.burst);

  async function send(request: ProviderRequest): Promise<EgressAnswer> {
    await pace.turn(performance.now() + LONGEST_WAIT_MS, request.signal);
    const first = await sendOnce(egress, options, request);
    const pauseMs = pauseAsked(first);
    if (pauseMs === undefined) return accepted(first);
    first.body.destroy();
    await sleep(pauseMs, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted());
    return accepted(await sendOnce(egress, options, request));
  }

  async function text(request: ProviderRequest): Promise<string> {
    const body = await readBody(await send(request), MAX_BODY_BYTES, request.signal);
    if (body.status === 'refused') throw new ProviderError('failed', 'its answer broke off or is too long');
    return body.bytes.toString().replaceAll(CONTROL, ' ');
  }

  return {
    baseUrl: options.baseUrl,
    text,
    json: async (request) => parsed(await text(request)),
    async answers(url, signal) {
      const response = await egress.request(url, { headers: { 'user-agent': options.userAgent }, signal, followRedirects: false });
      if (response.status === 'answered') response.body.destroy();
      return response.status === 'answered';
    },
    close: () => egress.close(),
  };
}

async function sendOnce(egress: Egress, { baseUrl, userAgent }: ProviderHttpOptions, request: ProviderRequest): Promise<EgressAnswer> {
  const hasBody = request.body !== undefined;
  const headers = {
    'user-agent': userAgent,
    accept: 'application/json, */*;q=0.1',
    'accept-encoding': ACCEPT_ENCODING,
    ...(hasBody && { 'content-type': 'application/json' }),
    ...request.headers,
  };
  let url = urlOf(baseUrl, request);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await egress.request(url, {
      method: hasBody ? 'POST' : 'GET',
      headers,
      signal: request.signal,
      followRedirects: false,
      ...(hasBody && { body: JSON.stringify(request.body) }),
    });
    if (response.status === 'refused') throw new ProviderError('failed', 'it cannot be reached');
    const target = redirectWithin(response);
    if (target === undefined) return response;
    response.body.destroy();
    url = target;
  }
  throw new ProviderError('failed', 'it redirects without end');
}

function urlOf(baseUrl: string, { path, query = {} }: ProviderRequest): string {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Where a redirect to the same origin leads: keys and exemptions are for no other. */
function redirectWithin({ httpStatus, headers, finalUrl }: EgressAnswer): string | undefined {
  const location = headers.get('location');
  if (httpStatus < 300 || httpStatus >= 400 || location === null) return undefined;
  const target = URL.parse(location, finalUrl);
  return target && target.origin === new URL(finalUrl).origin ? target.href : undefined;
}

/** The pause after which another try makes sense within one search, if the provider asked for one. */
function pauseAsked({ httpStatus, headers }: EgressAnswer): number | undefined {
  if (httpStatus !== 429 && httpStatus !== 503) return undefined;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds * 1_000 <= LONGEST_WAIT_MS ? seconds * 1_000 : undefined;
}

function accepted(response: EgressAnswer): EgressAnswer {
  if (response.httpStatus >= 200 && response.httpStatus < 300) return response;
  response.body.destroy();
  throw refusalOf(response.httpStatus);
}

function refusalOf(httpStatus: number): ProviderError {
  if (httpStatus === 429) return new ProviderError('limited', 'it asks for fewer requests');
  if (httpStatus === 401 || httpStatus === 403) return new ProviderError('failed', 'it refused us; its key or permission may be missing');
  return new ProviderError('failed', `it answered with status ${httpStatus}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProviderError('failed', 'its answer is not what it documents', { cause: error });
  }
}

function hostAndPort(baseUrl: string): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
