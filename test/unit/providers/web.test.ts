import assert from 'node:assert/strict';
import { askProvider } from '../../support/providers/ask-provider.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const bounds = {
  limit: 50,
  fromMs: day('2024-02-01'),
  beforeMs: day('2024-03-01'),
  includeDomains: ['stone.example', 'marble.example'],
  excludeDomains: ['spam.example'],
};
const page = 'https://stone.example/carrara';
const time = { at: new Date('2024-02-03T04:05:06Z'), precision: 'time' };

describe('Brave', () => {
  const answer = {
    type: 'search',
    web: {
      results: [
        {
          url: page,
          title: 'Carrara &amp; its marble',
          description: 'White <strong>marble</strong>',
          page_age: '2024-02-03T04:05:06',
          extra_snippets: ['From the Apuan Alps.'],
          profile: { name: 'Stone' },
        },
        { url: 'https://stone.example/old', title: 'Old' },
      ],
    },
  };

  it('returns pages with their snippets, dates and sites', async () => {
    const { lists } = await askProvider({ name: 'brave', scope: 'web', key: 'k' }, () => answer);
    assert.deepEqual(lists, [
      [
        {
          url: page,
          title: 'Carrara & its marble',
          text: 'White marble\nFrom the Apuan Alps.',
          isWhole: false,
          source: 'Stone',
          published: time,
        },
        { url: 'https://stone.example/old', title: 'Old', text: '', isWhole: false },
      ],
    ]);
  });

  it('returns raised text and code with their meaning', async () => {
    const description =
      'At most 2<sup>31</sup> rows, <strong>10</strong><sup>&minus;3</sup> m<sup>3</sup> of H<sub>2</sub>O,<sup><a href="#note-1">[1]</a></sup> by <code>SELECT  COUNT(*) FROM `t`</code>.<p>So:</p><pre><code class="language-py">run(args, *, a=_b_)\n    x  = 2 ** 3</code></pre>';
    const { lists } = await askProvider({ name: 'brave', scope: 'web', key: 'k' }, () => ({
      ...answer,
      web: { results: [{ url: page, title: 'The <code>*</code> of 10<sup>3</sup>', description }] },
    }));
    const [found] = lists[0] ?? [];
    assert.equal(found?.title, 'The * of 10^3');
    assert.equal(
      found.text,
      'At most 2^31 rows, 10^−3 m³ of H2O, by ``SELECT  COUNT(*) FROM `t` ``.\nSo:\n\n\n```py\nrun(args, *, a=_b_)\n    x  = 2 ** 3\n```'.replace(
        '``SELECT',
        '`` SELECT',
      ),
    );
  });

  it('receives its key in a header, and the bounds in its own syntax', async () => {
    const { asked } = await askProvider({ name: 'brave', scope: 'web', key: 'k', bounds }, () => answer);
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.path, '/res/v1/web/search');
    assert.equal(asked[0].headers['x-subscription-token'], 'k');
    assert.deepEqual(asked[0].query, {
      q: 'carrara marble site:stone.example OR site:marble.example -site:spam.example',
      count: '20',
      freshness: '2024-02-01to2024-02-29',
      result_filter: 'web',
      text_decorations: 'false',
    });
  });

  it('receives a query within its limit, and no list of included domains that does not fit', async () => {
    const many = Array.from({ length: 60 }, (_, place) => `host-${place}.example`);
    const { asked } = await askProvider(
      { name: 'brave', scope: 'web', key: 'k', query: 'marble '.repeat(80), bounds: { includeDomains: many } },
      () => answer,
    );
    assert.equal(asked[0]?.query.q, 'marble '.repeat(50).trim());
  });
});

describe('Tavily', () => {
  const answer = { results: [{ url: page, title: 'Carrara', content: 'White marble', score: 0.9, raw_content: null }] };

  it('returns pages with their snippets', async () => {
    const { lists } = await askProvider({ name: 'tavily', scope: 'web', key: 'k' }, () => answer);
    assert.deepEqual(lists, [[{ url: page, title: 'Carrara', text: 'White marble', isWhole: false }]]);
  });

  it('receives its key in a header, and the bounds in its own syntax', async () => {
    const { asked } = await askProvider({ name: 'tavily', scope: 'web', key: 'k', bounds }, () => answer);
    assert.deepEqual(
      [asked[0]?.method, asked[0]?.path, asked[0]?.headers.authorization],
      ['POST', '/search', 'Bearer k'],
    );
    assert.deepEqual(asked[0]?.body, {
      query: 'carrara marble',
      search_depth: 'basic',
      max_results: 20,
      include_domains: ['stone.example', 'marble.example'],
      exclude_domains: ['spam.example'],
      start_date: '2024-02-01',
      end_date: '2024-02-29',
    });
  });

  it('reports a used-up plan', async () => {
    const { warnings } = await askProvider({ name: 'tavily', scope: 'web', key: 'k' }, () => ({
      status: 432,
      text: '{"detail":{"error":"plan limit"}}',
    }));
    assert.deepEqual(warnings, [{ type: 'provider_limited', message: 'Tavily: the quota of its key is used up' }]);
  });
});

describe('Exa', () => {
  const answer = {
    requestId: 'x',
    results: [
      { id: page, url: page, title: 'Carrara', publishedDate: '2024-02-03T04:05:06.000Z', text: 'White marble.' },
      { id: 'long', url: 'https://stone.example/long', title: null, publishedDate: null, text: 'm'.repeat(20_000) },
    ],
  };

  it('returns the full texts of pages, except long ones', async () => {
    const { lists } = await askProvider({ name: 'exa', scope: 'web', key: 'k' }, () => answer);
    assert.deepEqual(lists[0]?.[0], {
      url: page,
      title: 'Carrara',
      text: 'White marble.',
      isWhole: true,
      published: time,
    });
    assert.deepEqual([lists[0]?.[1]?.title, lists[0]?.[1]?.isWhole], ['', false]);
  });

  it('receives its key in a header, and the bounds in its own syntax', async () => {
    const { asked } = await askProvider({ name: 'exa', scope: 'web', key: 'k', bounds }, () => answer);
    assert.deepEqual([asked[0]?.method, asked[0]?.path, asked[0]?.headers['x-api-key']], ['POST', '/search', 'k']);
    assert.deepEqual(asked[0]?.body, {
      query: 'carrara marble',
      type: 'auto',
      numResults: 10,
      includeDomains: ['stone.example', 'marble.example'],
      excludeDomains: ['spam.example'],
      startPublishedDate: '2024-02-01T00:00:00.000Z',
      endPublishedDate: '2024-02-29T23:59:59.999Z',
      contents: { text: { maxCharacters: 20_000 } },
    });
  });
});

describe('Marginalia', () => {
  const answer = {
    license: 'CC-BY-NC-SA 4.0',
    query: 'x',
    results: [{ url: page, title: 'Carrara', description: 'White marble', quality: 3 }],
  };

  for (const [key, sent] of [
    [undefined, 'public'],
    ['own', 'own'],
  ] as const) {
    it(`returns pages with their descriptions, queried with the key ${sent}`, async () => {
      const { lists, asked } = await askProvider(
        { name: 'marginalia', scope: 'web', ...(key && { key }) },
        () => answer,
      );
      assert.deepEqual(lists, [[{ url: page, title: 'Carrara', text: 'White marble', isWhole: false }]]);
      assert.deepEqual(
        [asked[0]?.path, asked[0]?.query, asked[0]?.headers['api-key']],
        ['/search', { query: 'carrara marble', count: '10' }, sent],
      );
    });
  }
});

describe('SearXNG', () => {
  it('receives the narrowest of its ranges that covers the requested one', async () => {
    const nowMs = day('2024-03-01');
    const ranges = await Promise.all(
      [0.5, 20, 200, 2_000].map(async (days) => {
        const { asked } = await askProvider(
          { name: 'searxng', scope: 'news', bounds: { nowMs, fromMs: nowMs - days * 86_400_000 } },
          () => ({ results: [] }),
        );
        return [asked[0]?.query.categories, asked[0]?.query.time_range];
      }),
    );
    assert.deepEqual(ranges, [
      ['news', 'day'],
      ['news', 'month'],
      ['news', 'year'],
      ['news', undefined],
    ]);
  });
});

describe('Hacker News', () => {
  it("receives the bounds in Algolia's syntax", async () => {
    const { asked } = await askProvider({ name: 'hackernews', scope: 'web', bounds }, () => ({ hits: [] }));
    assert.deepEqual(asked[0]?.query, {
      query: 'carrara marble',
      tags: 'story',
      hitsPerPage: '50',
      numericFilters: 'created_at_i>=1706745600,created_at_i<1709251200',
    });
  });
});
