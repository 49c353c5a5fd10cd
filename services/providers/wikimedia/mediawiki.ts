import { z } from 'zod';
import { parseReply } from '../reply/parse-reply.ts';
import type { ProviderHttp } from '../port/provider-http.ts';

/** The introduction of a MediaWiki page. */
export interface Introduction {
  pageId: number;
  title: string;
  url: string | undefined;
  /** Plain text; '' if the wiki has no TextExtracts. */
  text: string;
}

const Page = z.object({
  pageid: z.number().optional(),
  title: z.string(),
  canonicalurl: z.string().nullish(),
  extract: z.string().nullish(),
});
const Answer = z.object({ query: z.object({ pages: z.array(Page) }) });

// TextExtracts returns no more introductions at once.
const MOST_AT_ONCE = 20;

/**
 * The introductions of the first 20 of these pages, in no order. Nonexistent pages are omitted.
 *
 * @throws ProviderError
 * @see https://www.mediawiki.org/wiki/Extension:TextExtracts#API
 */
export async function introductions(
  http: ProviderHttp,
  { by, values }: { by: 'pageids' | 'titles'; values: readonly string[] },
  signal: AbortSignal,
): Promise<Introduction[]> {
  if (values.length === 0) return [];
  const query = {
    action: 'query',
    format: 'json',
    formatversion: 2,
    prop: 'extracts|info',
    inprop: 'url',
    exintro: 1,
    explaintext: 1,
    exlimit: MOST_AT_ONCE,
    redirects: 1,
    [by]: values.slice(0, MOST_AT_ONCE).join('|'),
  };
  const answer = parseReply(Answer, await http.json({ path: '/w/api.php', query, signal }));
  return answer.query.pages.flatMap(({ pageid, title, canonicalurl, extract }) =>
    pageid === undefined
      ? []
      : [{ pageId: pageid, title, url: canonicalurl ?? undefined, text: (extract ?? '').trim() }],
  );
}
