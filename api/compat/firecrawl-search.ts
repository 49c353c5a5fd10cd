import { z } from 'zod';
import { ServiceError } from '../../services/core/errors.ts';
import type { SearchResponseBody } from '../operations/endpoints/search.ts';
import { parseRequest } from '../operations/calls/parse-request.ts';
import type { JsonBody } from '../operations/calls/call-in-process.ts';
import { clientNames, documentOptions } from './firecrawl-options.ts';
import { notOffered, onlyAs, type ForeignCall } from './foreign-call.ts';

const RESULTS = 5;
const MOST_RESULTS = 100;
const RANGES: Record<string, string> = { h: 'now-1h', d: 'now-1d', w: 'now-7d', m: 'now-1M', y: 'now-1y' };
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const Source = z.union([z.string(), z.strictObject({ type: z.string() }).transform(({ type }) => type)]);

const SearchInput = z.strictObject({
  query: z.string(),
  limit: z.int().min(1).max(MOST_RESULTS).nullish(),
  sources: z.array(Source).nullish(),
  includeDomains: z.array(z.string()).nullish(),
  excludeDomains: z.array(z.string()).nullish(),
  tbs: z.string().nullish(),
  timeout: z.number().positive().nullish(),
  ignoreInvalidURLs: z.boolean().nullish(),
  highlights: onlyAs('highlights', true),
  scrapeOptions: z.strictObject({ ...documentOptions, ...clientNames }).nullish(),
  categories: notOffered('categories'),
  location: notOffered('location'),
  country: notOffered('country'),
  enterprise: notOffered('enterprise'),
  threatProtection: notOffered('threatProtection'),
  domainTools: notOffered('domainTools'),
  toolDetail: notOffered('toolDetail'),
  ...clientNames,
});

/** Results of the web, of news, or of both, by one search each. */
export async function searchWeb({ input, call, signal }: ForeignCall): Promise<JsonBody> {
  const asked = parseRequest(SearchInput, input);
  const sources = [...new Set(asked.sources?.length ? asked.sources : ['web'])];
  const other = sources.find((source) => source !== 'web' && source !== 'news');
  if (other !== undefined)
    throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer the source ${other}.`, { param: 'sources' });
  const isWhole = Boolean(asked.scrapeOptions);
  const body = {
    query: asked.query,
    max_results: asked.limit ?? RESULTS,
    ...rangeOf(asked.tbs),
    ...(asked.includeDomains?.length && { include_domains: asked.includeDomains }),
    ...(asked.excludeDomains?.length && { exclude_domains: asked.excludeDomains }),
    fields: { content: isWhole, snippets: { max_snippets_per_result: 1 } },
  };
  const data: JsonBody = {};
  for (const source of sources) {
    const scoped = source === 'news' ? { ...body, scope: 'news' } : body;
    const found = await call('search', { body: scoped, part: source }, signal).catch((thrown: unknown) => {
      // The searches before it are charged already: their results come with a warning.
      if (Object.keys(data).length === 0 || signal.aborted || !(thrown instanceof ServiceError)) throw thrown;
      return thrown;
    });
    const creditsUsed = Object.keys(data).length;
    if (found instanceof ServiceError)
      return { success: true, data, creditsUsed, warning: `The search of ${source} failed: ${found.message}` };
    data[source] = (found as SearchResponseBody).documents.map((document, place) => ({
      ...(source === 'news' ? asNews : asWeb)(document),
      position: place + 1,
      ...(isWhole && pageOf(document)),
    }));
  }
  return { success: true, data, creditsUsed: sources.length };
}

type Found = SearchResponseBody['documents'][number];

const asWeb = ({ url, title, snippets }: Found) => ({ url, title, description: snippets[0]?.text ?? '' });

const asNews = ({ url, title, snippets, published_date: date }: Found) => ({
  url,
  title,
  snippet: snippets[0]?.text ?? '',
  ...(date !== undefined && { date }),
});

const pageOf = ({ url, title, content = '' }: Found) => ({
  markdown: content,
  metadata: { title, sourceURL: url, url, statusCode: 200 },
});

/** Their ranges of time: `qdr:w`, or `cdr:1,cd_min:12/31/2025,cd_max:1/31/2026`. */
function rangeOf(tbs: string | null | undefined): { from_date?: string; to_date?: string } {
  if (!tbs) return {};
  const last = RANGES[/^qdr:([hdwmy])$/.exec(tbs)?.[1] ?? ''];
  if (last !== undefined) return { from_date: last };
  const parts = Object.fromEntries(tbs.split(',').map((part) => part.split(':')));
  const [from, to] = [dayOf(parts.cd_min), dayOf(parts.cd_max)];
  const isRange = parts.cdr === '1' && Object.keys(parts).every((name) => /^(?:cdr|cd_min|cd_max)$/.test(name));
  if (!isRange || (!from && !to))
    throw new ServiceError('UNIMPLEMENTED', `Quarry does not offer tbs ${tbs}.`, { param: 'tbs' });
  return { ...(from && { from_date: from }), ...(to && { to_date: to }) };
}

function dayOf(text: string | undefined): string | undefined {
  const [, month = '', day = '', year] = US_DATE.exec(text ?? '') ?? [];
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
