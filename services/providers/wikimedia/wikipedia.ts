import { z } from 'zod';
import { parseReply } from '../reply/parse-reply.ts';
import { introductions, type Introduction } from './mediawiki.ts';
import { plainTextOf } from '../reply/plain-text-of.ts';
import { ProviderError, type Provider, type ProviderDocument } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';
import { queryWords } from '../../text/terms.ts';
import { beginning } from '../reply/beginning.ts';
import { namesIn } from '../reply/names-in.ts';

// CirrusSearch refuses more than 300 characters; some are reserved for operators.
const LONGEST = { characters: 250, words: 50 };

const Page = z.object({
  id: z.number(),
  key: z.string(),
  title: z.string(),
  excerpt: z.string().nullish(),
  description: z.string().nullish(),
});
const Answer = z.object({ pages: z.array(Page) });

const MOST_PAGES = 100;

/**
 * Wikipedia, or any MediaWiki with its scripts under `/w`: the pages that its search finds, with their introductions.
 *
 * @see https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_pages
 */
export function wikipedia(http: ProviderHttp): Provider {
  return {
    name: 'wikipedia',
    title: 'Wikipedia',
    scopes: ['wikipedia'],
    probeUrl: `${http.baseUrl}/w/rest.php/v1/search/page?q=probe&limit=1`,
    async search(query, { limit, signal }) {
      const pages = await find(http, query, Math.min(limit, MOST_PAGES), signal);
      const warnings: string[] = [];
      const known = await introductions(
        http,
        { by: 'pageids', values: pages.map(({ id }) => String(id)) },
        signal,
      ).catch((error: unknown): Introduction[] => {
        if (!(error instanceof ProviderError)) throw error;
        warnings.push(`the introductions of its pages are missing: ${error.message}`);
        return [];
      });
      const byId = new Map(known.map((one) => [one.pageId, one]));
      return { documents: pages.map((page) => asDocument(page, byId.get(page.id), http.baseUrl)), warnings };
    },
  };
}

async function find(
  http: ProviderHttp,
  question: string,
  limit: number,
  signal: AbortSignal,
): Promise<Array<z.output<typeof Page>>> {
  for (const q of wikiQueries(question)) {
    const { pages } = parseReply(
      Answer,
      await http.json({ path: '/w/rest.php/v1/search/page', query: { q, limit }, signal }),
    );
    if (pages.length > 0) return pages;
  }
  return [];
}

function asDocument(
  { key, title, excerpt, description }: z.output<typeof Page>,
  known: Introduction | undefined,
  baseUrl: string,
): ProviderDocument {
  const said = known?.text || [description ?? '', plainTextOf(excerpt ?? '')].filter((part) => part !== '').join('. ');
  const url = known?.url ?? `${baseUrl.replace(/\/+$/, '')}/wiki/${encodeURIComponent(key)}`;
  return { url, title, text: said, isWhole: false };
}

/**
 * Forms of a question for a search that requires every word to occur, tried in turn until one finds a page: the
 * question itself, its telling words, the longest name in it.
 */
function wikiQueries(question: string): string[] {
  const forms = [question, queryWords(question).join(' '), ...namesIn(question).slice(0, 1)];
  const cut = forms.map((form) => beginning(form, LONGEST));
  return cut.filter(
    (form, place) => form !== '' && cut.findIndex((other) => other.toLowerCase() === form.toLowerCase()) === place,
  );
}
