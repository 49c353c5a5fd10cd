import assert from 'node:assert/strict';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, type RouteHandler, type Site } from '../support/site.ts';

const json =
  (body: unknown, status = 200): RouteHandler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const article = `<!doctype html><title>Carrara</title><main><article><h1>Carrara</h1><p>${'Carrara marble has been quarried since Roman times. '.repeat(4)}
The Fantiscritti basin was named for a relief of three figures.</p></article></main>`;

describe('search beyond our own index', () => {
  let pages: Site;
  let searxng: Site;
  let hackernews: Site;
  let quarry: TestQuarry;
  let searxngAnswer: RouteHandler = json({ results: [] });
  let hackernewsAnswer: RouteHandler = json({ hits: [] });

  before(async () => {
    pages = await startSite({
      '/carrara': article,
      '/private': article,
      '/robots.txt': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private\n'),
    });
    searxng = await startSite({ '/search': (request, response) => searxngAnswer(request, response) });
    hackernews = await startSite({ '/api/v1/search': (request, response) => hackernewsAnswer(request, response) });
    quarry = await startQuarry({
      QUARRY_EGRESS_ALLOW: pages.host,
      QUARRY_PROVIDERS: 'searxng,hackernews',
      QUARRY_SEARXNG_URL: searxng.origin,
      QUARRY_HACKERNEWS_URL: hackernews.origin,
    });
    const documents = [
      {
        url: 'https://stones.example.com/carrara',
        title: 'Carrara',
        text: 'Carrara marble comes from the Apuan Alps.',
      },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    await eventually(
      2_000,
      () => quarry.call('POST', '/v1/search', { query: 'apuan', scope: 'people' }),
      ({ body }) => body.documents.length > 0,
    );
  });
  after(async () => {
    await quarry.stop();
    await Promise.all([pages.close(), searxng.close(), hackernews.close()]);
  });

  beforeEach(() => {
    searxngAnswer = json({
      results: [
        {
          url: `${pages.origin}/carrara`,
          title: 'Carrara',
          content: 'Carrara marble has been quarried',
          publishedDate: '2024-05-06T07:08:09',
        },
        { url: 'https://www.stones.example.com/carrara/?utm_source=x', title: 'Carrara', content: 'Copy of our own' },
        { url: 'javascript:alert(1)', title: 'Carrara marble trap', content: 'no address' },
      ],
      unresponsive_engines: [['bing', 'timeout']],
    });
    hackernewsAnswer = json({
      hits: [
        {
          objectID: '7',
          title: 'Carrara from orbit',
          url: null,
          story_text: '<p>Carrara&#x27;s quarries are seen from orbit.</p>',
          created_at: '2020-01-02T03:04:05Z',
        },
      ],
    });
  });

  // Each question is asked of a provider once in five minutes, so each test has its own.
  const search = (query: string, members: object = {}) => quarry.call('POST', '/v1/search', { query, ...members });
  const urls = (body: { documents: Array<{ url: string }> }) => body.documents.map(({ url }) => url);

  /** What answers again is asked again, however often it failed. */
  const recover = async (query: string) => {
    searxngAnswer = json({ results: [] });
    hackernewsAnswer = json({ hits: [] });
    await search(query);
  };

  it('merges all sources into one ranking without duplicate addresses, and reads the pages of the snippets', async () => {
    const { status, body } = await search('carrara marble quarried');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      urls(body).toSorted(),
      [
        'https://news.ycombinator.com/item?id=7',
        'https://stones.example.com/carrara',
        `${pages.origin}/carrara`,
      ].toSorted(),
    );
    const page = body.documents.find(({ url }: { url: string }) => url === `${pages.origin}/carrara`);
    assert.match(page.content, /Fantiscritti basin/);
    assert.equal(page.published_date, '2024-05-06T07:08:09.000Z');
    assert.match(page.snippets[0].text, /since Roman times/);
    assert.match(
      body.documents.find(({ source }: { source: string }) => source === 'Hacker News').content,
      /^Carrara's quarries/,
    );
    assert.deepEqual(body.warnings, [
      { type: 'provider_limited', message: 'SearXNG: its engine bing did not answer (timeout)' },
    ]);
  });

  it('does not read pages in the tier base', async () => {
    const before = pages.requests.length;
    const { body } = await search('carrara marble base', { tier: 'base' });
    const page = body.documents.find(({ url }: { url: string }) => url === `${pages.origin}/carrara`);
    assert.deepEqual([page.content, page.snippets], [undefined, [{ text: 'Carrara marble has been quarried' }]]);
    assert.equal(pages.requests.length, before);
  });

  it('does not read pages that robots.txt disallows', async () => {
    searxngAnswer = json({
      results: [{ url: `${pages.origin}/private`, title: 'Carrara', content: 'Private marble' }],
    });
    const { body } = await search('carrara private marble');
    const page = body.documents.find(({ url }: { url: string }) => url.endsWith('/private'));
    assert.deepEqual(page.snippets, [{ text: 'Private marble' }]);
    assert.ok(!pages.requests.some(({ path }) => path === '/private'));
  });

  it("enforces the caller's bounds on providers", async () => {
    const dated = await search('carrara marble dated', { from_date: '2024-01-01' });
    assert.deepEqual(urls(dated.body), [`${pages.origin}/carrara`]);
    const included = await search('carrara marble included', { include_domains: ['ycombinator.com'] });
    assert.deepEqual(urls(included.body), ['https://news.ycombinator.com/item?id=7']);
    const excluded = await search('carrara marble excluded', { exclude_domains: ['ycombinator.com', '127.0.0.1'] });
    assert.deepEqual(urls(excluded.body), ['https://stones.example.com/carrara']);
  });

  const failures: Array<[string, RouteHandler, RegExp]> = [
    ['an error', json({}, 500), /status 500/],
    ['a refusal', json({}, 403), /rejected the request/],
    ['a limit', json({}, 429), /limits the rate of requests/],
    [
      'HTML where JSON was promised',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Busy</h1>'),
      /does not match its documented format/,
    ],
    ['another shape', json({ items: [] }), /does not match its documented format/],
    [
      'a broken body',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
      /broke off/,
    ],
    [
      'a redirect elsewhere',
      (_request, response) => void response.writeHead(302, { location: 'https://example.com/' }).end(),
      /status 302/,
    ],
  ];
  for (const [what, answer, said] of failures) {
    it(`makes ${what} of a provider a warning`, async () => {
      searxngAnswer = answer;
      const { status, body } = await search(`carrara ${what}`);
      assert.equal(status, 200);
      assert.equal(body.warnings.length, 1);
      assert.match(body.warnings[0].message, said);
      assert.ok(urls(body).includes('https://news.ycombinator.com/item?id=7'));
      // What answers again is asked again, however often it failed.
      searxngAnswer = json({ results: [] });
      await search(`carrara after ${what}`);
    });
  }

  it('is unavailable and free if every provider failed and the caller has no document in the scope', async () => {
    searxngAnswer = json({}, 500);
    hackernewsAnswer = json({}, 500);
    const { orgId, key } = await quarry.accounts.createOrganization('without documents', 5);
    const call = (method: string, path: string, body?: unknown) =>
      quarry.call(method, path, body, { 'x-api-key': key });
    const { status, body } = await call('POST', '/v1/search', { query: 'zirconium' });
    assert.equal(status, 503);
    assert.equal(body.error.code, 'UNAVAILABLE');
    assert.match(body.error.message, /Hacker News: it answered with status 500/);
    assert.deepEqual((await call('GET', '/v1/account')).body.balance, 5);
    await call('POST', '/v1/documents', {
      documents: [{ url: 'https://of.example/news', text: 'Granite.', scope: 'news' }],
    });
    assert.equal(
      (await call('POST', '/v1/search', { query: 'zirconium sand' })).status,
      503,
      'it has one in another scope only',
    );
    assert.equal((await quarry.database.query('select id from documents where org_id = $1', [orgId])).length, 1);
    await recover('zirconium mines');
  });

  it('finds nothing, with warnings and at its price, if every provider failed and no document matches', async () => {
    searxngAnswer = json({}, 500);
    hackernewsAnswer = json({}, 500);
    const { balance } = (await quarry.call('GET', '/v1/account')).body;
    const { status, body } = await search('zirconium tiles');
    assert.deepEqual([status, body.documents], [200, []]);
    assert.deepEqual(
      body.warnings.map(({ type }: { type: string }) => type),
      ['provider_failed', 'provider_failed'],
    );
    assert.equal((await quarry.call('GET', '/v1/account')).body.balance, balance - 1);
    const answered = await quarry.call('POST', '/v1/answer', { query: 'What is zirconium?' });
    assert.deepEqual([answered.status, answered.body.citations], [200, []]);
    await recover('zirconium ore');
  });

  it('lets a research run continue if no source responds, without a charge for that search', async () => {
    searxngAnswer = json({}, 500);
    hackernewsAnswer = json({}, 500);
    const { body } = await quarry.call('POST', '/v1/agent/runs', {
      query: `What is the Fantiscritti basin named for, see ${pages.origin}/carrara`,
    });
    const run = (await quarry.call('GET', `/v1/agent/runs/${body.id}?wait=20`)).body;
    assert.equal(run.status, 'completed');
    assert.match(run.output.text, /relief of three figures/);
  });

  it('lists the providers of each scope', async () => {
    const { body } = await quarry.call('GET', '/v1/scopes');
    const [web] = body.scopes;
    assert.equal(web.name, 'web');
    assert.deepEqual(
      web.providers.find(({ name }: { name: string }) => name === 'searxng'),
      { name: 'searxng', state: 'ready' },
    );
  });
});
