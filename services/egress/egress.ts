import type { Readable } from 'node:stream';
import type { Client } from 'undici';
import { hopCookies } from './cookies.ts';
import type { ConnectionGate } from './gate.ts';
import { sendOne } from './hop.ts';
import { redirected, redirectLocation, type RequestParts } from './redirect.ts';

const MAX_REDIRECTS = 20;

export interface EgressRequest {
  /** Default GET. */
  method?: string;
  /** Sent unchanged. A redirect to another origin keeps only harmless headers. */
  headers?: Record<string, string>;
  /** Replace `headers` until a redirect leaves the origin of the URL. */
  originHeaders?: Record<string, string> | undefined;
  body?: string | Uint8Array;
  /** The only time limit: its reason is rethrown. It covers the response's body too. */
  signal: AbortSignal;
  /** Default true. Otherwise a redirect is returned as the response. */
  followRedirects?: boolean;
  /** Whether a redirect to this URL is followed; otherwise it is returned as the response. Absent: each is. */
  mayFollow?: ((target: string) => boolean) | undefined;
  /** Default 20; one more fails with `url_not_accessible`. */
  maxRedirects?: number;
  /** Default false. Whether cookies that a hop sets are sent back to its host on later hops. */
  cookies?: boolean;
}

/** A response of any HTTP status. */
export interface EgressAnswer {
  status: 'answered';
  finalUrl: string;
  httpStatus: number;
  headers: Headers;
  /**
   * As sent, still content-coded. Read it to its end (`readBody`) or destroy it: the connection stays open until then.
   */
  body: Readable;
}

interface EgressRefusal {
  status: 'refused';
  /** `upstream_error`: the response is not HTTP, or has too many headers. */
  code: 'invalid_url' | 'unsupported_scheme' | 'url_not_accessible' | 'upstream_error';
  message: string;
  /** Details of the last redirect that was followed, with its URL. */
  httpStatus?: number;
  finalUrl?: string;
  /** Set if the connection was reset, which is worth a retry. */
  isConnectionReset?: true;
}

export type EgressResponse = EgressAnswer | EgressRefusal;

/** The only way out of the process. */
export interface Egress {
  /**
   * Sends a request and checks every hop against all rules. Failures of the other side are values.
   *
   * @see docs/rules.md#egress
   */
  request(url: string, request: EgressRequest): Promise<EgressResponse>;
  /** Closes every open connection. */
  close(): Promise<void>;
}

export function createEgress(gate: ConnectionGate): Egress {
  const clients = new Set<Client>();
  return {
    request: (url, request) => followHops(gate, clients, url, request),
    close: async () => {
      await Promise.all([...clients].map((client) => client.destroy()));
    },
  };
}

async function followHops(
  gate: ConnectionGate,
  clients: Set<Client>,
  url: string,
  request: EgressRequest,
): Promise<EgressResponse> {
  const { signal, followRedirects = true, maxRedirects = MAX_REDIRECTS } = request;
  const cookies = request.cookies ? hopCookies() : undefined;
  let parts: RequestParts = {
    url,
    method: request.method ?? 'GET',
    headers: request.headers ?? {},
    body: request.body,
  };
  let originHeaders = request.originHeaders ?? {};
  let lastHop: { httpStatus: number; finalUrl: string } | undefined;
  for (let redirects = 0; ; redirects += 1) {
    const admission = await gate.admit(parts.url, signal);
    // Only the caller's own URL can be an invalid argument; the origin is responsible for a redirect's target.
    if (admission.status === 'refused') return lastHop ? badRedirect(admission.message, lastHop) : admission;
    const cookie = cookies?.header(admission.url);
    const sent: Record<string, string> = { ...parts.headers, ...originHeaders };
    const cookieHeader = [sent.cookie, cookie].filter(Boolean).join('; ');
    const headers = cookieHeader === '' ? sent : { ...sent, cookie: cookieHeader };
    const hop = await sendOne(admission, { ...parts, headers, signal }, clients);
    if (hop.status === 'failed') {
      const { isConnectionReset, code, message } = hop;
      return { status: 'refused', code, message, ...lastHop, ...(isConnectionReset && { isConnectionReset }) };
    }
    const location = followRedirects ? redirectLocation(hop.httpStatus, hop.headers) : undefined;
    if (location === undefined) return { ...hop, finalUrl: admission.url.href };
    const next = redirected({ ...parts, url: admission.url.href }, hop.httpStatus, location);
    if (next && request.mayFollow?.(next.url) === false) return { ...hop, finalUrl: admission.url.href };
    hop.body.destroy();
    cookies?.store(admission.url, hop.headers);
    lastHop = { httpStatus: hop.httpStatus, finalUrl: admission.url.href };
    if (redirects === maxRedirects) return badRedirect(`more than ${maxRedirects} redirects`, lastHop);
    if (!next) return badRedirect('the redirect names no readable URL', lastHop);
    // Once another origin was asked, it may name the address to which they would go.
    if (new URL(next.url).origin !== admission.url.origin) originHeaders = {};
    parts = next;
  }
}

function badRedirect(message: string, lastHop: { httpStatus: number; finalUrl: string }): EgressRefusal {
  return { status: 'refused', code: 'url_not_accessible', message, ...lastHop };
}
