import type { Context, Next } from 'koa';
import { ANY_ORIGIN } from '../../../services/url/origins.ts';

const PATHS = '/v1/';
const METHODS = 'GET, POST, PATCH, DELETE';
const REQUEST_HEADERS =
  'authorization, x-api-key, content-type, idempotency-key, last-event-id, x-request-id, traceparent';
const RESPONSE_HEADERS = 'x-request-id, x-error-param, x-should-retry, retry-after, ratelimit, ratelimit-policy';
// Browsers ask again after two hours at the latest.
const ASKED_FOR_SECONDS = 7_200;

/**
 * Lets pages of the allowed origins call `/v1`, by the rules of browsers (CORS). A key is needed as anywhere: without
 * `access-control-allow-credentials`, a browser keeps the console's cookie to itself.
 */
export function crossOrigin(allowed: readonly string[]) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (allowed.length === 0 || !ctx.path.startsWith(PATHS)) return next();
    ctx.vary('origin');
    const origin = ctx.get('origin');
    if (origin === '' || !(allowed.includes(ANY_ORIGIN) || allowed.includes(origin))) return next();
    ctx.set('access-control-allow-origin', origin);
    ctx.set('access-control-expose-headers', RESPONSE_HEADERS);
    if (ctx.method !== 'OPTIONS' || ctx.get('access-control-request-method') === '') return next();
    ctx.set('access-control-allow-methods', METHODS);
    ctx.set('access-control-allow-headers', REQUEST_HEADERS);
    ctx.set('access-control-max-age', String(ASKED_FOR_SECONDS));
    ctx.status = 204;
  };
}
