import { stemFinder, stemsOf, wordsOf } from '../../text/words.ts';
import { passesDates, passesDomains } from '../../query/filters.ts';
import { followFeed, type FollowedFeed } from './follow-feed.ts';
import { ProviderError, type Provider, type ProviderDocument, type ProviderOptions } from '../port/provider.ts';
import type { ProviderHttp } from '../port/provider-http.ts';

/**
 * RSS and Atom feeds that the operator configures: their entries with words of the query, those with most words first.
 * A feed that fails is a warning, and its last response is used; if all fail, the provider fails.
 *
 * @see https://www.rssboard.org/rss-specification, https://www.rfc-editor.org/rfc/rfc4287
 */
export function feeds(https: readonly ProviderHttp[]): Provider {
  const followed = https.map((http) => followFeed(http));
  return {
    name: 'feeds',
    title: 'Feeds',
    scopes: ['news'],
    probeUrl: https[0]?.baseUrl ?? '',
    isReachable: async (signal) => {
      const answers = await Promise.all(https.map((http) => http.answers(http.baseUrl, signal).catch(() => false)));
      return answers.includes(true);
    },
    async search(query, options) {
      const readings = await Promise.all(followed.map((feed) => reading(feed, options)));
      const entries = readings.flatMap((one) => one.entries);
      const failures = readings.flatMap(({ failure }) => failure ?? []);
      if (failures[0] && failures.length === readings.length && entries.length === 0) throw failures[0];
      return { documents: matching(query, entries, options), warnings: failures.map(({ message }) => message) };
    },
  };
}

async function reading(
  feed: FollowedFeed,
  { nowMs, signal }: ProviderOptions,
): Promise<{ entries: readonly ProviderDocument[]; failure?: ProviderError }> {
  const { entries, failure } = await feed.entries(nowMs, signal);
  if (!failure) return { entries };
  return {
    entries,
    failure: new ProviderError(failure.kind, `the feed of ${feed.host}: ${failure.message}`, { cause: failure }),
  };
}

// An entry with a smaller share of the best entry's words matches by chance.
const FAIR_SHARE = 0.5;

function matching(query: string, entries: readonly ProviderDocument[], options: ProviderOptions): ProviderDocument[] {
  const stemOf = stemFinder(stemsOf(query));
  const held = entries
    .filter(
      ({ url, published }) => passesDomains(url, options) && passesDates(published?.at, published?.precision, options),
    )
    .map((entry) => ({
      entry,
      count: new Set(wordsOf(`${entry.title} ${entry.text}`).flatMap((word) => stemOf(word) ?? [])).size,
    }))
    .filter(({ count }) => count > 0)
    .toSorted(
      (a, b) => b.count - a.count || (b.entry.published?.at.getTime() ?? 0) - (a.entry.published?.at.getTime() ?? 0),
    );
  const fair = (held[0]?.count ?? 0) * FAIR_SHARE;
  return held
    .filter(({ count }) => count >= fair)
    .slice(0, options.limit)
    .map(({ entry }) => entry);
}
