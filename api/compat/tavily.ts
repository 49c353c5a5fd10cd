import { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import { plainText } from '../../services/text/markdown/plain-text.ts';
import type { FetchResponseBody } from '../operations/endpoints/fetch.ts';
import type { SearchResponseBody } from '../operations/endpoints/search.ts';
import type { MapResponse } from '../operations/crawls/responses.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { crawl } from './tavily-crawl.ts';
import { notOffered, refusalsBelow, type ForeignCall, type ForeignService } from './foreign-call.ts';

const MOST_RESULTS = 20;
const MOST_URLS = 20;
const MAPPED = 50;
const MOST_MAPPED = 5_000;
const CHUNKS = 3;
// Theirs have about 500 characters.
const TOKENS_OF_CHUNK = 170;
const BETWEEN_CHUNKS = ' [...] ';
const SCOPES = { general: undefined, news: 'news', finance: 'financial-reports' } as const;
const RANGES = {
  day: 'now-1d',
  week: 'now-7d',
  month: 'now-1M',
  year: 'now-1y',
  d: 'now-1d',
  w: 'now-7d',
  m: 'now-1M',
  y: 'now-1y',
} as const;

const depth = z.enum(['basic', 'advanced', 'fast', 'ultra-fast']).nullish();
const format = z.enum(['markdown', 'text']);
const common = {
  include_images: notOffered('include_images'),
  include_image_descriptions: notOffered('include_image_descriptions'),
  include_favicon: notOffered('include_favicon'),
  include_usage: notOffered('include_usage'),
};

const SearchInput = z.strictObject({
  query: z.string(),
  search_depth: depth,
  topic: z.enum(['general', 'news', 'finance']).nullish(),
  time_range: z.enum(Object.keys(RANGES) as Array<keyof typeof RANGES>).nullish(),
  start_date: z.string().nullish(),
  end_date: z.string().nullish(),
  days: z.int().min(1).nullish(),
  max_results: z.int().min(0).max(MOST_RESULTS).nullish(),
  chunks_per_source: z.int().min(1).max(5).nullish(),
  include_domains: z.array(z.string()).nullish(),
  exclude_domains: z.array(z.string()).nullish(),
  include_answer: z.union([z.boolean(), z.enum(['basic', 'advanced'])]).nullish(),
  include_raw_content: z.union([z.boolean(), format]).nullish(),
  exact_match: z.boolean().nullish(),
  include_domains_mode: z.literal('restrict').nullish(),
  country: notOffered('country'),
  auto_parameters: notOffered('auto_parameters'),
  max_age_hours: notOffered('max_age_hours'),
  fetch_timeout: notOffered('fetch_timeout'),
  cache_fallback: notOffered('cache_fallback'),
  language: notOffered('language'),
  filter_by_language: notOffered('filter_by_language'),
  ...common,
});

const ExtractInput = z.strictObject({
  urls: z.union([z.string().transform((url) => [url]), z.array(z.string()).min(1).max(MOST_URLS)]),
  extract_depth: z.enum(['basic', 'advanced']).nullish(),
  format: format.nullish(),
  timeout: z.number().positive().nullish(),
  query: z.string().nullish(),
  chunks_per_source: z.int().min(1).max(5).nullish(),
  ...common,
});

const MapInput = z.strictObject({
  url: z.string(),
  limit: z.int().min(1).max(MOST_MAPPED).nullish(),
  allow_external: z.boolean().nullish(),
  max_depth: notOffered('max_depth'),
  max_breadth: notOffered('max_breadth'),
  instructions: notOffered('instructions'),
  select_paths: notOffered('select_paths'),
  select_domains: notOffered('select_domains'),
  exclude_paths: notOffered('exclude_paths'),
  exclude_domains: notOffered('exclude_domains'),
  timeout: z.number().positive().nullish(),
  ...common,
});

/** Search, extract, map and crawl of Tavily's API, for `tavily-python` and `@tavily/core`. @see docs/compat.md */
export const TAVILY: ForeignService = {
  endpoints: [
    { method: 'POST', path: '/compat/tavily/search', handle: search },
    { method: 'POST', path: '/compat/tavily/extract', handle: extract },
    { method: 'POST', path: '/compat/tavily/map', handle: map },
    { method: 'POST', path: '/compat/tavily/crawl', handle: crawl },
    ...refusalsBelow('/compat/tavily'),
  ],
  failures: {
    // Its clients raise an error of their own for a plan that is used up.
    statusOf: ({ code }) => (code === 'INSUFFICIENT_CREDITS' ? 432 : undefined),
    bodyOf: ({ message }) => ({ detail: { error: message } }),
  },
};

async function search({ input, call, requestId, signal }: ForeignCall): Promise<JsonBody> {
  const startedAt = performance.now();
  const asked = parseRequest(SearchInput, input);
  const { include_answer: answers, include_raw_content: raw, exact_match: isExact } = asked;
  const query = isExact ? `"${asked.query.replaceAll('"', ' ')}"` : asked.query;
  const scope = SCOPES[asked.topic ?? 'general'];
  const wanted = asked.max_results ?? 5;
  const body = {
    query,
    ...(scope !== undefined && { scope }),
    tier: asked.search_depth === 'advanced' ? 'pro' : 'base',
    max_results: Math.max(1, wanted),
    ...rangeOf(asked),
    ...domainsOf(asked),
    fields: { content: Boolean(raw), snippets: snippetsOf(asked.chunks_per_source ?? CHUNKS) },
  };
  const found = (await call('search', { body }, signal)) as SearchResponseBody;
  const answered = answers
    ? await call(
        'answer',
        {
          body: {
            query: asked.query,
            ...(scope !== undefined && { scope }),
            model: answers === 'advanced' ? 'pro' : 'base',
          },
        },
        signal,
      ).catch((thrown: unknown) => {
        if (signal.aborted || !(thrown instanceof ServiceError)) throw thrown;
        // The search is charged already: its results come without an answer.
        return undefined;
      })
    : undefined;
  const best = found.documents[0]?.score ?? 0;
  return {
    query: asked.query,
    follow_up_questions: null,
    answer: answered?.answer ?? null,
    images: [],
    results: found.documents.slice(0, wanted).map(({ url, title, snippets, score, content = '', published_date }) => ({
      url,
      title,
      content: snippets.map(({ text }) => text).join(BETWEEN_CHUNKS),
      // Theirs is between 0 and 1.
      score: best > 0 ? Math.max(0, score / best) : 0,
      raw_content: raw ? inFormat(content, raw) : null,
      ...(published_date !== undefined && { published_date }),
    })),
    response_time: seconds(startedAt),
    request_id: requestId,
  };
}

const snippetsOf = (chunks: number) => ({
  max_snippets_per_result: chunks,
  max_tokens_per_result: chunks * TOKENS_OF_CHUNK,
});

function rangeOf({ time_range: range, days, start_date, end_date }: z.output<typeof SearchInput>) {
  const from = start_date ?? (days ? `now-${days}d` : range && RANGES[range]);
  return { ...(from && { from_date: from }), ...(end_date && { to_date: end_date }) };
}

function domainsOf({ include_domains, exclude_domains }: z.output<typeof SearchInput>) {
  return {
    ...(include_domains?.length && { include_domains }),
    ...(exclude_domains?.length && { exclude_domains }),
  };
}

async function extract({ input, call, requestId, signal }: ForeignCall): Promise<JsonBody> {
  const startedAt = performance.now();
  const asked = parseRequest(ExtractInput, input);
  const body = {
    urls: [...new Set(asked.urls)],
    ...(asked.query && { query: asked.query }),
    ...(asked.timeout && { timeout_ms: Math.round(asked.timeout * 1_000) }),
  };
  const { results } = (await call('fetch', { body }, signal)) as FetchResponseBody;
  const read = results.filter(({ status }) => status === 'ok');
  return {
    results: read.map(({ requested_url, title, markdown = '', passages }) => {
      const chunks = passages?.slice(0, asked.chunks_per_source ?? CHUNKS).map(({ text }) => text);
      const text = chunks ? chunks.join(BETWEEN_CHUNKS) : markdown;
      return {
        url: requested_url,
        ...(title !== undefined && { title }),
        raw_content: inFormat(text, asked.format),
        images: [],
      };
    }),
    failed_results: results.flatMap(({ requested_url, error }) =>
      error ? [{ url: requested_url, error: error.message }] : [],
    ),
    response_time: seconds(startedAt),
    request_id: requestId,
  };
}

async function map({ input, call, requestId, signal }: ForeignCall): Promise<JsonBody> {
  const startedAt = performance.now();
  const { url, limit, allow_external: isOpen } = parseRequest(MapInput, input);
  // Theirs goes to other hosts by default; ours stays within the site and its subdomains.
  if (isOpen)
    throw new ServiceError('UNIMPLEMENTED', 'Quarry does not offer allow_external.', { param: 'allow_external' });
  const body = { url, include_subdomains: true, limit: limit ?? MAPPED };
  const { urls } = (await call('map', { body }, signal)) as z.infer<typeof MapResponse>;
  return {
    base_url: url,
    results: urls.map((one) => one.url),
    response_time: seconds(startedAt),
    request_id: requestId,
  };
}

const inFormat = (markdown: string, format: unknown) => (format === 'text' ? plainText(markdown) : markdown);

const seconds = (startedAt: number) => Math.round(performance.now() - startedAt) / 1_000;
