import { z } from 'zod';
import { beginning } from '../reply/beginning.ts';
import { parseReply } from '../reply/parse-reply.ts';
import type { Provider, ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { parsePublished } from '../reply/parse-published.ts';

const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  publishedDate: z.string().nullish(),
});
const Answer = z.object({ results: z.array(Result) });

// Each text beyond the tenth is charged separately.
const MOST_RESULTS = 10;
const LONGEST_QUERY = { characters: 2_000, words: 400 };
const MOST_CHARACTERS = 20_000;

/** Exa, which returns the texts of the pages too. @see https://docs.exa.ai/reference/search */
export function exa(http: ProviderHttp, key: string): Provider {
  return {
    name: 'exa',
    title: 'Exa',
    scopes: ['web'],
    probeUrl: http.baseUrl,
    async search(query, { limit, fromMs, beforeMs, includeDomains, excludeDomains, signal }) {
      const body = {
        query: beginning(query, LONGEST_QUERY),
        type: 'auto',
        numResults: Math.min(limit, MOST_RESULTS),
        ...(includeDomains.length > 0 && { includeDomains }),
        ...(excludeDomains.length > 0 && { excludeDomains }),
        ...(fromMs !== undefined && { startPublishedDate: new Date(fromMs).toISOString() }),
        ...(beforeMs !== undefined && { endPublishedDate: new Date(beforeMs - 1).toISOString() }),
        contents: { text: { maxCharacters: MOST_CHARACTERS } },
      };
      const { results } = parseReply(
        Answer,
        await http.json({ path: '/search', body, headers: { 'x-api-key': key }, signal }),
      );
      return { documents: results.map(asDocument), warnings: [] };
    },
  };
}

function asDocument({ url, title, text, publishedDate }: z.output<typeof Result>): ProviderDocument {
  const known = text ?? '';
  return {
    url,
    title: title ?? '',
    text: known,
    isWhole: known !== '' && known.length < MOST_CHARACTERS,
    ...parsePublished(publishedDate),
  };
}
