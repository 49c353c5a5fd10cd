import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { plainTextOf } from '../reply/plain-text-of.ts';
import type { Provider, ProviderDocument, ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Answer = z.object({
  hits: z.array(
    z.object({
      objectID: z.string(),
      title: z.string().nullish(),
      url: z.string().nullish(),
      story_text: z.string().nullish(),
      created_at: z.string().nullish(),
    }),
  ),
});

// Algolia refuses more than 512 bytes.
const LONGEST_QUERY = { characters: 128, words: 50 };

const DISCUSSION = 'https://news.ycombinator.com/item?id=';

/** Stories of Hacker News, by Algolia. @see https://hn.algolia.com/api */
export function hackernews(http: ProviderHttp): Provider {
  return {
    name: 'hackernews',
    title: 'Hacker News',
    scopes: ['web'],
    probeUrl: `${http.baseUrl}/api/v1/search?hitsPerPage=0`,
    async search(query, options) {
      const parameters = {
        query: beginning(query, LONGEST_QUERY),
        tags: 'story',
        hitsPerPage: options.limit,
        numericFilters: numericFilters(options),
      };
      const { hits } = parseReply(
        Answer,
        await http.json({ path: '/api/v1/search', query: parameters, signal: options.signal }),
      );
      return { documents: hits.map(asDocument), warnings: [] };
    },
  };
}

/** A story links to a page, or consists of a text. */
function asDocument({
  objectID,
  title,
  url,
  story_text,
  created_at,
}: z.output<typeof Answer>['hits'][number]): ProviderDocument {
  return {
    url: url || DISCUSSION + objectID,
    title: title ?? '',
    text: plainTextOf(story_text ?? ''),
    isWhole: !url,
    ...(!url && { source: 'Hacker News' }),
    ...parsePublished(created_at),
  };
}

function numericFilters({ fromMs, beforeMs }: ProviderOptions): string | undefined {
  const from = fromMs === undefined ? [] : [`created_at_i>=${Math.floor(fromMs / 1_000)}`];
  const before = beforeMs === undefined ? [] : [`created_at_i<${Math.ceil(beforeMs / 1_000)}`];
  return [...from, ...before].join(',') || undefined;
}
