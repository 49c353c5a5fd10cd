import { decodeText } from '../../fetch/character-set.ts';
import { declaredMediaType } from '../../fetch/media-type.ts';
import { stemFinder, stemsOf, wordsOf } from '../../index/words.ts';
import { passesDates, passesDomains } from '../filters.ts';
import { feedEntries } from './feed-entries.ts';
import { ProviderError, type Provider, type ProviderDocument, type ProviderOptions } from './provider.ts';
import type { ProviderHttp, Validators } from './provider-http.ts';

/** One feed as it was last seen. */
interface Feed {
  entries: ProviderDocument[];
  validators: Validators;
  checkedAtMs: number;
}

const FRESH_MS = 5 * 60_000;

/**
 * RSS and Atom feeds that the operator follows: their entries that hold words of the query, those with most first.
 * A feed that does not answer is a warning, and what it last said is used; all failing is a failure.
 *
 * @see https://www.rssboard.org/rss-specification, https://www.rfc-editor.org/rfc/rfc4287
 */
export function feeds(https: readonly ProviderHttp[]): Provider {
  const known = new Map<ProviderHttp, Feed>();

  async function entriesOf(http: ProviderHttp, { nowMs, signal }: ProviderOptions): Promise<ProviderDocument[]> {
    const before = known.get(http);
    if (before && nowMs - before.checkedAtMs < FRESH_MS) return before.entries;
    const now = await read(http, before, signal);
    known.set(http, { ...now, checkedAtMs: nowMs });
    return now.entries;
  }

  return {
    name: 'feeds',
    title: 'Feeds',
    scopes: ['news'],
    probeUrl: https[0]?.baseUrl ?? '',
    isThere: async (signal) => {
      const answers = await Promise.all(https.map((http) => http.answers(http.baseUrl, signal).catch(() => false)));
      return answers.includes(true);
    },
    async search(query, options) {
      const failures: ProviderError[] = [];
      const warnings: string[] = [];
      const readings = await Promise.all(
        https.map((http) =>
          entriesOf(http, options).catch((error: unknown) => {
            if (!(error instanceof ProviderError)) throw error;
            failures.push(error);
            warnings.push(`the feed of ${new URL(http.baseUrl).host}: ${error.message}`);
            return known.get(http)?.entries ?? [];
          }),
        ),
      );
      if (failures[0] && failures.length === https.length && readings.flat().length === 0) throw failures[0];
      return { documents: matching(query, readings.flat(), options), warnings };
    },
  };
}

async function read(http: ProviderHttp, before: Feed | undefined, signal: AbortSignal): Promise<Omit<Feed, 'checkedAtMs'>> {
  const changed = await http.bytesIfChanged({ path: '', headers: { accept: 'application/rss+xml, application/atom+xml, application/xml, */*;q=0.1' }, signal }, before?.validators ?? {});
  if (!changed) return before ?? { entries: [], validators: {} };
  const charset = declaredMediaType(changed.headers)?.charset;
  const xml = decodeText(changed.bytes, { essence: 'application/xml', kind: 'feed', ...(charset !== undefined && { charset }) });
  const entries = feedEntries(xml, http.baseUrl);
  if (!entries) throw new ProviderError('failed', 'it is neither RSS nor Atom');
  return { entries, validators: changed.validators };
}

// An entry that holds fewer of the words than this part of the best one's is there by chance.
const FAIR_SHARE = 0.5;

function matching(query: string, entries: readonly ProviderDocument[], options: ProviderOptions): ProviderDocument[] {
  const stemOf = stemFinder(stemsOf(query));
  const held = entries
    .filter(({ url, published }) => passesDomains(url, options) && passesDates(published?.at, published?.precision, options))
    .map((entry) => ({ entry, count: new Set(wordsOf(`${entry.title} ${entry.text}`).flatMap((word) => stemOf(word) ?? [])).size }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (b.entry.published?.at.getTime() ?? 0) - (a.entry.published?.at.getTime() ?? 0));
  const fair = (held[0]?.count ?? 0) * FAIR_SHARE;
  return held.filter(({ count }) => count >= fair).slice(0, options.limit).map(({ entry }) => entry);
}
