import assert from 'node:assert/strict';
import { createProviders, type ProviderSettings } from '../../../services/providers/create-providers.ts';
import type { ProviderState } from '../../../services/providers/provider-set.ts';
import { PROVIDER_NAMES } from '../../../services/providers/names.ts';
import { startService } from '../../support/providers/ask-provider.ts';

// A port of the discard service, on which nobody listens: no default URL is ever asked.
const NOWHERE = 'http://127.0.0.1:9';
const urls = Object.fromEntries(
  PROVIDER_NAMES.filter((name) => name !== 'searxng' && name !== 'feeds').map((name) => [name, NOWHERE]),
);
const settings: ProviderSettings = {
  chosen: undefined,
  urls,
  keys: {},
  hasContact: false,
  userAgent: 'test',
  clock: { now: () => new Date() },
};

async function stateOf(name: string, changed: Partial<ProviderSettings>): Promise<ProviderState | undefined> {
  const outside = createProviders({ ...settings, ...changed });
  await outside.probed();
  const state = outside
    .scopes()
    .flatMap(({ providers }) => providers)
    .find((provider) => provider.name === name);
  await outside.close();
  return state;
}

describe('the choice of providers', () => {
  const OFF: Array<[name: string, changed: Partial<ProviderSettings>, reason: string]> = [
    ['searxng', {}, 'set QUARRY_SEARXNG_URL'],
    ['brave', {}, 'set QUARRY_BRAVE_KEY'],
    ['tavily', {}, 'set QUARRY_TAVILY_KEY'],
    ['exa', {}, 'set QUARRY_EXA_KEY'],
    ['marginalia', {}, 'name it in QUARRY_PROVIDERS'],
    ['feeds', {}, 'set QUARRY_FEEDS_URL'],
    [
      'feeds',
      { chosen: ['feeds'], urls: { feeds: 'https://news.example/rss, ftp://news.example/' } },
      'QUARRY_FEEDS_URL is not an http or https URL',
    ],
    ['feeds', { chosen: ['feeds'], urls: { feeds: 'news.example' } }, 'QUARRY_FEEDS_URL is not an http or https URL'],
    ['wikipedia', {}, 'set QUARRY_CONTACT: this provider requires a contact'],
    ['wikidata', {}, 'set QUARRY_CONTACT: this provider requires a contact'],
    ['sec', {}, 'set QUARRY_CONTACT: this provider requires a contact'],
    ['gdelt', { chosen: ['orcid'] }, 'QUARRY_PROVIDERS does not name it'],
  ];
  for (const [name, changed, reason] of OFF) {
    it(`excludes ${name}: ${reason}`, async () => {
      assert.deepEqual(await stateOf(name, changed), { name, state: 'off', reason });
    });
  }

  for (const name of ['hackernews', 'gdelt', 'orcid', 'gleif']) {
    it(`includes ${name} by default, and skips it while it is unreachable`, async () => {
      assert.deepEqual(await stateOf(name, {}), { name, state: 'unreachable', reason: 'it cannot be reached' });
    });
  }

  it('considers feeds reachable while one of them is', async () => {
    const service = await startService(() => ({}));
    try {
      assert.deepEqual(
        await stateOf('feeds', { chosen: ['feeds'], urls: { feeds: `${NOWHERE}/rss,${service.origin}/rss` } }),
        { name: 'feeds', state: 'ready' },
      );
    } finally {
      await service.close();
    }
  });
});
