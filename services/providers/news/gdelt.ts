import { z } from 'zod';
import { queryWords } from '../../text/terms.ts';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import { ProviderError, type Provider, type ProviderDocument, type ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Article = z.object({
  url: z.string(),
  title: z.string().nullish(),
  seendate: z.string().nullish(),
  domain: z.string().nullish(),
});
// A response without hits is an empty object.
const Answer = z.union([
  z.object({ articles: z.array(Article) }),
  z.strictObject({}).transform(() => ({ articles: [] })),
]);

const MOST_RECORDS = 250;
// GDELT requires all words to occur, and refuses shorter ones.
const LONGEST_QUERY = { characters: 200, words: 8 };
const SHORTEST_WORD = 3;

/** World news from GDELT's DOC 2.0. @see https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ */
export function gdelt(http: ProviderHttp): Provider {
  return {
    name: 'gdelt',
    title: 'GDELT',
    scopes: ['news'],
    probeUrl: http.baseUrl,
    async search(query, options) {
      const words = beginning(
        queryWords(query)
          .filter((word) => word.length >= SHORTEST_WORD)
          .join(' '),
        LONGEST_QUERY,
      );
      if (words === '') return { documents: [], warnings: [] };
      const parameters = {
        query: [words, ...domains(options)].join(' '),
        mode: 'ArtList',
        format: 'json',
        sort: 'HybridRel',
        maxrecords: Math.min(options.limit, MOST_RECORDS),
        ...range(options),
      };
      const text = await http.text({ path: '/api/v2/doc/doc', query: parameters, signal: options.signal });
      return { documents: parseReply(Answer, parsed(text)).articles.map(asDocument), warnings: [] };
    },
  };
}

/** A response that is not JSON is an error message, even with status 200. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/limit requests/i.test(text))
      throw new ProviderError('limited', 'it limits the rate of requests', { cause: error });
    throw new ProviderError('failed', 'its response does not match its documented format', { cause: error });
  }
}

const SEEN = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)Z?$/;

function asDocument({ url, title, seendate, domain }: z.output<typeof Article>): ProviderDocument {
  const seen = SEEN.exec(seendate ?? '');
  const moment = seen && `${seen[1]}-${seen[2]}-${seen[3]}T${seen[4]}:${seen[5]}:${seen[6]}Z`;
  // GDELT sets off punctuation with spaces.
  const heading = (title ?? '').replaceAll(/ +([,.:;?!%)])/g, '$1').trim();
  return {
    url,
    title: heading,
    text: heading,
    isWhole: false,
    ...(domain && { source: domain }),
    ...parsePublished(moment),
  };
}

const MOST_DOMAINS = 10;

function domains({ includeDomains, excludeDomains }: ProviderOptions): string[] {
  const included = includeDomains.map((domain) => `domain:${domain}`);
  const excluded = excludeDomains.slice(0, MOST_DOMAINS).map((domain) => `-domain:${domain}`);
  if (included.length === 0 || included.length > MOST_DOMAINS) return excluded;
  // GDELT allows parentheses only around an OR.
  return [included.length === 1 ? included[0]! : `(${included.join(' OR ')})`, ...excluded];
}

const FIRST_MS = Date.parse('2017-01-01T00:00:00Z');

function range({ fromMs, beforeMs, nowMs }: ProviderOptions): { startdatetime?: string; enddatetime?: string } {
  if (fromMs === undefined && beforeMs === undefined) return {};
  return {
    startdatetime: digits(fromMs ?? FIRST_MS),
    enddatetime: digits(beforeMs === undefined ? nowMs : beforeMs - 1),
  };
}

/** `YYYYMMDDHHMMSS`, in UTC. */
function digits(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}
