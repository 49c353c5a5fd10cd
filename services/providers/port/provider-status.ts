import { retryAfterMs } from '../../core/retry-after.ts';
import type { EgressAnswer } from '../../egress/egress.ts';
import { ProviderError } from './provider.ts';

/** The pause after which another try makes sense within one search, if the provider asked for one. */
export function pauseAsked({ httpStatus, headers }: EgressAnswer, longestMs: number): number | undefined {
  if (httpStatus !== 429 && httpStatus !== 503) return undefined;
  const askedMs = retryAfterMs(headers.get('retry-after'), new Date());
  return askedMs !== undefined && askedMs <= longestMs ? askedMs : undefined;
}

/** The same answer where it is one. @throws ProviderError for every status but 2xx */
export function accepted(response: EgressAnswer): EgressAnswer {
  if (response.httpStatus >= 200 && response.httpStatus < 300) return response;
  response.body.destroy();
  throw refusalOf(response.httpStatus);
}

// Tavily's 432 and 433 and Exa's 402 say that what was paid for is used up.
const USED_UP = new Set([402, 432, 433]);

function refusalOf(httpStatus: number): ProviderError {
  if (httpStatus === 429) return new ProviderError('limited', 'it asks for fewer requests');
  if (USED_UP.has(httpStatus)) return new ProviderError('limited', 'the requests that its key may make are used up');
  if (httpStatus === 401 || httpStatus === 403)
    return new ProviderError('failed', 'it refused us; its key or permission may be missing');
  return new ProviderError('failed', `it answered with status ${httpStatus}`);
}
