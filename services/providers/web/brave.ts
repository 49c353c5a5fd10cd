import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { dayOf, lastDayOf } from '../../dates/days.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { plainTextOf, plainTitleOf } from '../reply/plain-text-of.ts';
import type { Provider, ProviderDocument, ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Result = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
  extra_snippets: z.array(z.string()).nullish(),
  profile: z.object({ name: z.string().nullish() }).nullish(),
});
// `web` is absent if nothing matches; an error has another `type`.
const Answer = z.object({ type: z.literal('search'), web: z.object({ results: z.array(Result) }).nullish() });

const MOST_RESULTS = 20;
const LONGEST_QUERY = { characters: 400, words: 50 };

/** Brave's own index of the web. @see https://api-dashboard.search.brave.com/app/documentation/web-search/query */
export function brave(http: ProviderHttp, key: string): Provider {
  return {
    name: 'brave',
    title: 'Brave Search',
    scopes: ['web'],
    probeUrl: http.baseUrl,
    async search(query, options) {
      const parameters = {
        q: withSites(beginning(query, LONGEST_QUERY), options, LONGEST_QUERY),
        count: Math.min(options.limit, MOST_RESULTS),
        freshness: freshness(options),
        result_filter: 'web',
        text_decorations: 'false',
      };
      const headers = { 'x-subscription-token': key };
      const { web } = parseReply(
        Answer,
        await http.json({ path: '/res/v1/web/search', query: parameters, headers, signal: options.signal }),
      );
      return { documents: (web?.results ?? []).map(asDocument), warnings: [] };
    },
  };
}

function asDocument({
  url,
  title,
  description,
  page_age,
  extra_snippets,
  profile,
}: z.output<typeof Result>): ProviderDocument {
  return {
    url,
    title: plainTitleOf(title),
    text: [description ?? '', ...(extra_snippets ?? [])].map(plainTextOf).join('\n').trim(),
    isWhole: false,
    ...(profile?.name && { source: profile.name }),
    ...parsePublished(page_age),
  };
}

// A range has two ends; nothing on the web is older.
const FIRST_DAY = '1990-01-01';

function freshness({ fromMs, beforeMs, nowMs }: ProviderOptions): string | undefined {
  if (fromMs === undefined && beforeMs === undefined) return undefined;
  return `${fromMs === undefined ? FIRST_DAY : dayOf(fromMs)}to${lastDayOf(beforeMs ?? nowMs)}`;
}

/**
 * A query with the caller's domains in search engine syntax, as many as fit; the caller enforces all of them on the
 * result.
 */
function withSites(
  query: string,
  { includeDomains, excludeDomains }: Pick<ProviderOptions, 'includeDomains' | 'excludeDomains'>,
  most: { characters: number; words: number },
): string {
  const included = includeDomains.map((domain) => `site:${domain}`).join(' OR ');
  const excluded = excludeDomains.map((domain) => `-site:${domain}`);
  const fits = (text: string) => text.length <= most.characters && text.split(' ').length <= most.words;
  // An incomplete list of included domains would hide the others.
  const narrowed = included && fits(`${query} ${included}`) ? `${query} ${included}` : query;
  return excluded.reduce((text, site) => (fits(`${text} ${site}`) ? `${text} ${site}` : text), narrowed);
}
