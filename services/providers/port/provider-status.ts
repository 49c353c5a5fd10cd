import { retryAfterMs } from '../../core/retry-after.ts';
import type { EgressAnswer } from '../../egress/egress.ts';
import { ProviderError } from './provider.ts';

/** The delay after which a retry makes sense within one search, if the provider named one. */
export function pauseAsked({ httpStatus, headers }: EgressAnswer, longestMs: number): number | undefined {
  if (httpStatus !== 429 && httpStatus !== 503) return undefined;
  const askedMs = retryAfterMs(headers.get('retry-after'), new Date());
  return askedMs !== undefined && askedMs <= longestMs ? askedMs : undefined;
}

/** Returns the response if its status is 2xx. @throws ProviderError for every other status */
export function requireSuccess(response: EgressAnswer): EgressAnswer {
  if (response.httpStatus >= 200 && response.httpStatus < 300) return response;
  response.body.destroy();
  throw refusalOf(response.httpStatus);
}

// Tavily's 432 and 433 and Exa's 402 mean that the paid quota is used up.
const USED_UP = new Set([402, 432, 433]);

function refusalOf(httpStatus: number): ProviderError {
  if (httpStatus === 429) return new ProviderError('limited', 'it limits the rate of requests');
  if (USED_UP.has(httpStatus)) return new ProviderError('limited', 'the quota of its key is used up');
  if (httpStatus === 401 || httpStatus === 403)
    return new ProviderError('failed', 'it rejected the request; its key or permission may be missing');
  return new ProviderError('failed', `it answered with status ${httpStatus}`);
}
