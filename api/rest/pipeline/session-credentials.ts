import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../../services/core/errors.ts';
import type { SessionCredentials } from '../../../services/accounts/members/authenticate-session.ts';

export const SESSION_COOKIE = 'quarry_session';
const CSRF_HEADER = 'x-quarry-csrf';

/**
 * The session of a request, if its cookie contains one.
 *
 * @throws ServiceError PERMISSION_DENIED if a page of another origin has sent the request
 */
export function sessionIn(request: IncomingMessage): SessionCredentials | undefined {
  const token = cookieIn(request.headers.cookie ?? '');
  if (!token) return undefined;
  requireSameOrigin(request);
  const [csrfToken] = request.headersDistinct[CSRF_HEADER] ?? [];
  return { token, csrfToken: csrfToken?.trim() || undefined };
}

/** Whether a page declares that the request belongs to its session: the body then needs no key. */
export function namesSession({ headers }: IncomingMessage): boolean {
  return headers[CSRF_HEADER] !== undefined;
}

/**
 * Browsers send a SameSite cookie to every port of a host, so the origin is checked too: by the browser's own header,
 * else by the page's origin. A client that sends neither is not a browser, and sends a cookie on purpose.
 *
 * @throws ServiceError PERMISSION_DENIED
 */
export function requireSameOrigin({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  // `none`: a person has entered the address.
  const isOwn =
    typeof site === 'string' ? site === 'same-origin' || site === 'none' : isOwnOrigin(headers.origin, headers.host);
  if (isOwn) return;
  throw new ServiceError(
    'PERMISSION_DENIED',
    'A session is accepted only from the pages of this service, and a page of another origin sent this request. Use an API key there.',
  );
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

function cookieIn(header: string): string | undefined {
  const prefix = `${SESSION_COOKIE}=`;
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}
