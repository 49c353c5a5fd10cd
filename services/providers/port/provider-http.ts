import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../egress/allow-list.ts';
import { ACCEPT_ENCODING } from '../../egress/decode.ts';
import { createEgress, type Egress, type EgressAnswer } from '../../egress/egress.ts';
import { createGate } from '../../egress/gate.ts';
import { readBody } from '../../egress/read-body.ts';
import type { ProviderPace } from './pace.ts';
import { ProviderError } from './provider.ts';
import { requireSuccess, pauseAsked } from './provider-status.ts';

interface ProviderRequest {
  /** Path below the base URL; '' for the base URL itself. A query belongs into `query`. */
  path: string;
  /** Undefined members are left out. */
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  /** Sent as JSON with POST. */
  body?: unknown;
  /** Limit of the decoded response; default 4 MiB. */
  maxBytes?: number;
  signal: AbortSignal;
}

/** The validators of a version, as the server sent them. */
export interface ReplyValidators {
  etag?: string;
  lastModified?: string;
}

/** HTTP to one provider: paced, identified, limited in size, with failures as `ProviderError`. */
export interface ProviderHttp {
  baseUrl: string;
  /** @throws ProviderError for every status but 2xx and for a body that is not JSON */
  json(request: ProviderRequest): Promise<unknown>;
  text(request: ProviderRequest): Promise<string>;
  /**
   * The bytes; undefined if they are unchanged since the response with these validators.
   *
   * @throws ProviderError as json
   */
  bytesIfChanged(
    request: ProviderRequest,
    known: ReplyValidators,
  ): Promise<{ bytes: Buffer; headers: Headers; validators: ReplyValidators } | undefined>;
  /** Whether a URL of the provider responds, with any status. */
  answers(url: string, signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface ProviderHttpOptions {
  baseUrl: string;
  /** A base URL that the operator set may be private: exempt from the egress rules, for this origin and client only. */
  isOperatorSet: boolean;
  userAgent: string;
  /** Shared by all hosts of one provider; default none. */
  pace?: ProviderPace;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_REDIRECTS = 3;
// The longest that a search waits for a provider's turn, or for a provider that asks for a delay.
const LONGEST_WAIT_MS = 2_000;
// oxlint-disable-next-line no-control-regex -- some providers send these inside JSON strings
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const egress = createEgress(
    createGate(options.isOperatorSet ? { allowList: parseAllowList(hostAndPort(options.baseUrl)) } : {}),
  );

  async function send(request: ProviderRequest): Promise<EgressAnswer> {
    await options.pace?.turn(performance.now() + LONGEST_WAIT_MS, request.signal);
    const first = await sendOnce(egress, options, request);
    const pauseMs = pauseAsked(first, LONGEST_WAIT_MS);
    if (pauseMs === undefined) return first;
    first.body.destroy();
    await sleep(pauseMs, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted());
    return sendOnce(egress, options, request);
  }

  async function text(request: ProviderRequest): Promise<string> {
    const bytes = await bytesOf(requireSuccess(await send(request)), request);
    return bytes.toString().replaceAll(CONTROL, ' ');
  }

  return {
    baseUrl: options.baseUrl,
    text,
    json: async (request) => parsed(await text(request)),
    async bytesIfChanged(request, { etag, lastModified }) {
      const conditions = {
        ...(etag && { 'if-none-match': etag }),
        ...(lastModified && { 'if-modified-since': lastModified }),
      };
      const response = await send({ ...request, headers: { ...request.headers, ...conditions } });
      if (response.httpStatus === 304) return void response.body.destroy();
      const bytes = await bytesOf(requireSuccess(response), request);
      return { bytes, headers: response.headers, validators: validatorsOf(response) };
    },
    async answers(url, signal) {
      const response = await egress.request(url, {
        headers: { 'user-agent': options.userAgent },
        signal,
        followRedirects: false,
      });
      if (response.status === 'answered') response.body.destroy();
      return response.status === 'answered';
    },
    close: () => egress.close(),
  };
}

async function bytesOf(
  response: EgressAnswer,
  { maxBytes = MAX_BODY_BYTES, signal }: ProviderRequest,
): Promise<Buffer> {
  const body = await readBody(response, maxBytes, signal);
  if (body.status === 'refused') throw new ProviderError('failed', 'its answer broke off or is too long');
  return body.bytes;
}

function validatorsOf({ headers }: EgressAnswer): ReplyValidators {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

async function sendOnce(
  egress: Egress,
  { baseUrl, userAgent }: ProviderHttpOptions,
  request: ProviderRequest,
): Promise<EgressAnswer> {
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
  throw new ProviderError('failed', 'it redirects too many times');
}

function urlOf(baseUrl: string, { path, query = {} }: ProviderRequest): string {
  const url = new URL(path === '' ? baseUrl : baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** The target of a redirect to the same origin: keys and exemptions must not reach another. */
function redirectWithin({ httpStatus, headers, finalUrl }: EgressAnswer): string | undefined {
  const location = headers.get('location');
  if (httpStatus < 300 || httpStatus >= 400 || location === null) return undefined;
  const target = URL.parse(location, finalUrl);
  return target && target.origin === new URL(finalUrl).origin ? target.href : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProviderError('failed', 'its response does not match its documented format', { cause: error });
  }
}

function hostAndPort(baseUrl: string): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
