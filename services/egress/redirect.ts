const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Headers kept on a redirect to another origin; any other may be a secret meant for the first. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent', 'range']);

/** The next hop of a request. */
export interface RequestParts {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** The target of a redirect as its response names it; undefined for a final response. */
export function redirectLocation(httpStatus: number, headers: Headers): string | undefined {
  if (!REDIRECT_STATUSES.has(httpStatus)) return undefined;
  const location = headers.get('location');
  // Header bytes arrive as Latin-1. Servers that write raw UTF-8 mean UTF-8, and browsers read it so.
  return location === null ? undefined : Buffer.from(location, 'latin1').toString('utf8');
}

/**
 * The request that follows a redirect; undefined if the location is invalid.
 *
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export function redirected(request: RequestParts, httpStatus: number, location: string): RequestParts | undefined {
  const from = new URL(request.url);
  const target = URL.parse(location, from.href);
  if (!target) return undefined;
  const isPostMadeGet = (httpStatus === 301 || httpStatus === 302) && request.method === 'POST';
  const becomesGet = isPostMadeGet || (httpStatus === 303 && request.method !== 'HEAD');
  const keeps = (name: string) => target.origin === from.origin || HARMLESS_HEADERS.has(name.toLowerCase());
  const isAboutBody = (name: string) => becomesGet && name.toLowerCase().startsWith('content-');
  return {
    url: target.href,
    method: becomesGet ? 'GET' : request.method,
    body: becomesGet ? undefined : request.body,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => keeps(name) && !isAboutBody(name))),
  };
}
