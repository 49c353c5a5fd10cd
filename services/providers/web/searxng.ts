import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import type { Provider, ProviderDocument, ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
  unresponsive_engines: z.array(z.array(z.unknown())).nullish(),
});

// The query travels in a URL, percent-encoded.
const LONGEST_QUERY = { characters: 400, words: 64 };

const CATEGORY = { web: 'general', news: 'news' } as const;

/**
 * A self-hosted SearXNG instance, with `json` among its `search.formats`.
 *
 * @see https://docs.searxng.org/dev/search_api.html
 */
export function searxng(http: ProviderHttp, scope: 'web' | 'news'): Provider {
  return {
    name: 'searxng',
    title: 'SearXNG',
    scopes: [scope],
    probeUrl: http.baseUrl,
    async search(query, options) {
      const parameters = {
        q: beginning(query, LONGEST_QUERY),
        format: 'json',
        categories: CATEGORY[scope],
        time_range: timeRange(options),
      };
      const { results, unresponsive_engines: silent } = parseReply(
        Answer,
        await http.json({ path: '/search', query: parameters, signal: options.signal }),
      );
      return { documents: results.slice(0, options.limit).map(asDocument), warnings: (silent ?? []).map(asWarning) };
    },
  };
}

function asDocument({
  url,
  title,
  content,
  publishedDate,
}: z.output<typeof Answer>['results'][number]): ProviderDocument {
  return { url, title: title ?? '', text: content ?? '', isWhole: false, ...parsePublished(publishedDate) };
}

function asWarning([engine, reason]: unknown[]): string {
  return `its engine ${String(engine)} did not answer (${String(reason)})`;
}

const DAY_MS = 86_400_000;

/** The narrowest of SearXNG's ranges that covers the requested one; it supports no others. */
function timeRange({ fromMs, nowMs }: ProviderOptions): string | undefined {
  if (fromMs === undefined) return undefined;
  const days = (nowMs - fromMs) / DAY_MS;
  if (days <= 1) return 'day';
  if (days <= 31) return 'month';
  return days <= 366 ? 'year' : undefined;
}
