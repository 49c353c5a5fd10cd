import assert from 'node:assert/strict';
import { PROVIDER_NAMES, type ProviderName } from '../../../services/providers/names.ts';
import type { Scope } from '../../../services/query/scopes.ts';
import { askProvider, type Reply } from '../../support/providers/ask-provider.ts';

// What each says where it has nothing, by path.
const NOTHING: Record<ProviderName, { scopes: Scope[]; empty(path: string): Reply }> = {
  searxng: { scopes: ['web', 'news'], empty: () => ({ query: 'x', results: [], unresponsive_engines: [] }) },
  brave: { scopes: ['web'], empty: () => ({ type: 'search', query: { original: 'x' } }) },
  tavily: { scopes: ['web'], empty: () => ({ query: 'x', results: [], response_time: 0.5 }) },
  exa: { scopes: ['web'], empty: () => ({ requestId: 'x', results: [] }) },
  hackernews: { scopes: ['web'], empty: () => ({ hits: [], nbHits: 0 }) },
  marginalia: { scopes: ['web'], empty: () => ({ license: 'CC-BY-NC-SA 4.0', query: 'x', results: [] }) },
  gdelt: { scopes: ['news'], empty: () => ({}) },
  feeds: {
    scopes: ['news'],
    empty: () => ({ text: '<rss version="2.0"><channel><title>News</title></channel></rss>' }),
  },
  wikipedia: { scopes: ['wikipedia'], empty: () => ({ pages: [] }) },
  wikidata: { scopes: ['people', 'companies'], empty: () => ({ search: [], query: { search: [] } }) },
  orcid: { scopes: ['people'], empty: () => ({ 'expanded-result': null, 'num-found': 0 }) },
  gleif: { scopes: ['companies'], empty: () => ({ meta: {}, links: {}, data: [] }) },
  sec: {
    scopes: ['companies', 'financial-reports'],
    empty: (path) => (path === '/LATEST/search-index' ? { hits: { total: { value: 0 }, hits: [] } } : {}),
  },
};

const FAILURES: Array<{ what: string; reply: Reply; type: string; said: RegExp }> = [
  {
    what: 'an error',
    reply: { status: 500, text: '{"error":{"code":"INTERNAL"}}' },
    type: 'provider_failed',
    said: /answered with status 500/,
  },
  {
    what: 'a refusal',
    reply: { status: 403, text: '{"error":"forbidden"}' },
    type: 'provider_failed',
    said: /rejected the request/,
  },
  {
    what: 'a rate limit',
    reply: { status: 429, text: 'Too many requests' },
    type: 'provider_limited',
    said: /limits the rate of requests/,
  },
  {
    what: 'HTML with status 200',
    reply: { headers: { 'content-type': 'text/html' }, text: '<!doctype html><h1>Busy</h1>' },
    type: 'provider_failed',
    said: /does not match its documented format|neither RSS nor Atom/,
  },
  {
    what: 'another shape',
    reply: { items: [{ name: 'x' }], entities: 'none' },
    type: 'provider_failed',
    said: /does not match its documented format|neither RSS nor Atom/,
  },
];

describe('every provider', () => {
  for (const name of PROVIDER_NAMES) {
    const { scopes, empty } = NOTHING[name];
    for (const scope of scopes) {
      const question = { name, scope, key: 'secret-key' };

      it(`${name} finds nothing for ${scope}: an empty success`, async () => {
        const { lists, warnings, allFailed, asked } = await askProvider(question, ({ path }) => empty(path));
        assert.deepEqual({ lists, warnings, allFailed }, { lists: [[]], warnings: [], allFailed: false });
        assert.ok(asked.length > 0);
        for (const one of asked) assert.match(one.headers['user-agent'] ?? '', /operator@example\.com/);
        assert.ok(
          !JSON.stringify(asked.map(({ path, query, body }) => [path, query, body])).includes('secret-key'),
          'keys travel in headers alone',
        );
      });

      for (const { what, reply, type, said } of FAILURES) {
        it(`${name} responds for ${scope} with ${what}: a warning`, async () => {
          const { lists, warnings, allFailed } = await askProvider(question, () => reply);
          assert.deepEqual([lists, allFailed], [[], true]);
          assert.deepEqual(
            warnings.map((warning) => warning.type),
            [type],
          );
          assert.match(warnings[0]?.message ?? '', said);
        });
      }
    }
  }
});

describe('a query of 8 KiB', () => {
  const queries: Array<[what: string, query: string]> = [
    ['words', 'Marble of the Apuan Alps. '.repeat(315)],
    ['one word', 'a'.repeat(8_192)],
    ['letters of several bytes', '大理石'.repeat(910)],
  ];
  for (const name of PROVIDER_NAMES) {
    const { scopes, empty } = NOTHING[name];
    for (const [what, query] of queries) {
      it(`reaches ${name} cut to its limit: ${what}`, async () => {
        const answers = await Promise.all(
          scopes.map((scope) => askProvider({ name, scope, query, key: 'k' }, ({ path }) => empty(path))),
        );
        assert.deepEqual(
          answers.flatMap(({ warnings }) => warnings),
          [],
        );
        for (const one of answers.flatMap(({ asked }) => asked)) {
          const longest = Math.max(
            0,
            ...Object.values({ ...one.query, ...(one.body as Record<string, unknown> | undefined) }).map(
              (value) => String(value).length,
            ),
          );
          assert.ok(longest <= 2_000, `${name} was sent ${longest} characters`);
        }
      });
    }
  }
});
