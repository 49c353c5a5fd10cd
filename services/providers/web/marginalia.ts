import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import type { Provider } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';

const Answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() })),
});

// The query travels in a URL, percent-encoded.
const LONGEST_QUERY = { characters: 400, words: 64 };

/** For trials: all clients without a key of their own share its limit. */
const PUBLIC_KEY = 'public';

/** Marginalia Search: the small, old and personal web. @see https://about.marginalia-search.com/article/api/ */
export function marginalia(http: ProviderHttp, key: string): Provider {
  return {
    name: 'marginalia',
    title: 'Marginalia',
    scopes: ['web'],
    probeUrl: http.baseUrl,
    async search(query, { limit, signal }) {
      const request = {
        path: '/search',
        query: { query: beginning(query, LONGEST_QUERY), count: limit },
        headers: { 'api-key': key || PUBLIC_KEY },
        signal,
      };
      const { results } = parseReply(Answer, await http.json(request));
      const documents = results.map(({ url, title, description }) => ({
        url,
        title: title ?? '',
        text: description ?? '',
        isWhole: false,
      }));
      return { documents, warnings: [] };
    },
  };
}
