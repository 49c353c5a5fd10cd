import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { dayOf, lastDayOf } from '../../dates/days.ts';
import { parseReply } from '../reply/parse-reply.ts';
import type { Provider, ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Result = z.object({
  url: z.string(),
  title: z.string(),
  content: z.string().nullish(),
  published_date: z.string().nullish(),
});
const Answer = z.object({ results: z.array(Result) });

const MOST_RESULTS = 20;
const MOST_EXCLUDED = 150;
const LONGEST_QUERY = { characters: 400, words: 400 };

/** Tavily's search for language models. @see https://docs.tavily.com/documentation/api-reference/endpoint/search */
export function tavily(http: ProviderHttp, key: string): Provider {
  return {
    name: 'tavily',
    title: 'Tavily',
    scopes: ['web'],
    probeUrl: http.baseUrl,
    async search(query, { limit, fromMs, beforeMs, includeDomains, excludeDomains, signal }) {
      const body = {
        query: beginning(query, LONGEST_QUERY),
        search_depth: 'basic',
        max_results: Math.min(limit, MOST_RESULTS),
        ...(includeDomains.length > 0 && { include_domains: includeDomains }),
        ...(excludeDomains.length > 0 && { exclude_domains: excludeDomains.slice(0, MOST_EXCLUDED) }),
        ...(fromMs !== undefined && { start_date: dayOf(fromMs) }),
        ...(beforeMs !== undefined && { end_date: lastDayOf(beforeMs) }),
      };
      const headers = { authorization: `Bearer ${key}` };
      const { results } = parseReply(Answer, await http.json({ path: '/search', body, headers, signal }));
      return { documents: results.map(asDocument), warnings: [] };
    },
  };
}

function asDocument({ url, title, content, published_date }: z.output<typeof Result>): ProviderDocument {
  return { url, title, text: content ?? '', isWhole: false, ...parsePublished(published_date) };
}
