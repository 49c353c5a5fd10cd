import assert from 'node:assert/strict';
import { Firecrawl, SdkError } from '@mendable/firecrawl-js';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const POLL_SECONDS = 0.05;
const WITHIN_SECONDS = 20;

describe("Firecrawl's API", () => {
  let quarry: TestQuarry;
  let birds: CrawledSite;
  let client: Firecrawl;
  before(async () => {
    birds = await startCrawledSite('127.0.0.1');
    birds.page('/', 'Birds', ['/auks/', '/terns', '/gone']);
    birds.page('/auks/', 'Auks', ['/auks/razorbill', '/terns?sort=size']);
    birds.page('/auks/razorbill', 'Razorbill');
    birds.page('/terns', 'Terns');
    quarry = await startQuarry({
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_CRAWL_DELAY: '0',
      QUARRY_TIME_SCALE: '3600',
    });
    const documents = [
      { url: 'https://birds.example.com/puffin', title: 'Puffins', text: 'A puffin nests in a burrow of two metres.' },
      { url: 'https://fish.example.com/eel', title: 'Eels', text: 'A puffin hunts sand eels. Sand eels hide in sand.' },
    ];
    await quarry.call('POST', '/v1/documents', { documents });
    client = connected(quarry.key);
  });
  after(async () => {
    await quarry.stop();
    await birds.close();
  });
  const connected = (apiKey: string) => new Firecrawl({ apiKey, apiUrl: quarry.url });
  const at = (path: string) => `${birds.site.origin}${path}`;
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => (error instanceof SdkError ? error : assert.fail(String(error))),
    );
  const send = (method: string, path: string, body?: unknown) =>
    quarry.call(method, path, body, { 'x-api-key': '', authorization: `Bearer ${quarry.key}` });

  it('scrapes a page in the formats of the call', async () => {
    const page = await client.scrape(at('/auks/'), { formats: ['markdown', 'html', 'links'], maxAge: 0 });
    assert.match(page.markdown ?? '', /^# Auks/);
    assert.match(page.html ?? '', /<h1>Auks<\/h1>/);
    assert.deepEqual(page.links, [at('/auks/razorbill'), at('/terns?sort=size')]);
    const { title, sourceURL, statusCode } = page.metadata ?? {};
    assert.deepEqual([title, sourceURL, statusCode], ['Auks', at('/auks/'), 200]);
    const chosen = await client.scrape(at('/auks/'), { includeTags: ['h1'], onlyMainContent: true });
    assert.deepEqual([chosen.markdown?.trim(), chosen.html], ['# Auks', undefined]);
    const asked = await client.scrape(at('/auks/'), { formats: [{ type: 'highlights', query: 'Who saw an auk?' }] });
    assert.equal(asked.markdown, undefined);
    assert.match(String((asked as { highlights?: string }).highlights), /Auks and the/);
  });

  it('raises its own error for a page that cannot be read', async () => {
    const { status, message } = await failureOf(client.scrape(at('/gone')));
    assert.deepEqual([status, /404/.test(message)], [500, true]);
    assert.equal((await failureOf(client.scrape('ftp://example.com/'))).status, 400);
  });

  it('crawls a site below an address, and gives the text of its pages', async () => {
    const job = await client.crawl(at('/auks/'), { limit: 10, pollInterval: POLL_SECONDS, timeout: WITHIN_SECONDS });
    assert.deepEqual([job.status, job.creditsUsed, job.data.length], ['completed', 2, 2]);
    assert.deepEqual(
      job.data.map(({ metadata }) => [metadata?.sourceURL, metadata?.title]),
      [
        [at('/auks/'), 'Auks'],
        [at('/auks/razorbill'), 'Razorbill'],
      ],
    );
    assert.match(job.data[1]?.markdown ?? '', /Razorbill and the/);
    const all = await client.crawl(at('/'), {
      excludePaths: ['^/terns$'],
      pollInterval: POLL_SECONDS,
      timeout: WITHIN_SECONDS,
    });
    assert.ok(all.data.every(({ metadata }) => metadata?.sourceURL !== at('/terns')));
    assert.equal(all.data.length, 3);
  });

  it('gives the pages of a crawl in parts', async () => {
    const wide = await startCrawledSite('127.0.0.2');
    try {
      const paths = Array.from({ length: 30 }, (_, nth) => `/page-${nth}`);
      wide.page('/', 'Wide', paths);
      for (const path of paths) wide.page(path, `Of ${path.slice(6)} birds`);
      const options = { pollInterval: POLL_SECONDS, timeout: WITHIN_SECONDS };
      const { id, data } = await client.crawl(`${wide.site.origin}/`, options);
      assert.equal(data.length, 31);
      const part = await client.getCrawlStatus(id ?? '', { autoPaginate: false });
      assert.deepEqual([part.data.length, typeof part.next], [25, 'string']);
    } finally {
      await wide.close();
    }
  });

  it('scrapes several pages and no others', async () => {
    const job = await client.batchScrape([at('/auks/'), at('/auks/razorbill')], {
      options: { formats: ['markdown'] },
      pollInterval: POLL_SECONDS,
      timeout: WITHIN_SECONDS,
    });
    assert.deepEqual([job.status, job.total], ['completed', 2]);
    assert.deepEqual(
      job.data.map(({ metadata }) => metadata?.title),
      ['Auks', 'Razorbill'],
    );
  });

  it('cancels a crawl, and refuses where it has ended', async () => {
    birds.serve('/slow', () => {});
    const { id } = await client.startCrawl(at('/slow'), { crawlEntireDomain: true });
    assert.equal((await client.getCrawlStatus(id)).status, 'scraping');
    assert.equal(await client.cancelCrawl(id), true);
    assert.equal((await client.getCrawlStatus(id)).status, 'cancelled');
    const ended = await client.crawl(at('/auks/'), { pollInterval: POLL_SECONDS, timeout: WITHIN_SECONDS });
    assert.equal((await failureOf(client.cancelCrawl(ended.id ?? ''))).status, 409);
  });

  it('maps a site, without parameters where these are not wanted', async () => {
    const { links } = await client.map(at('/'), { limit: 10 });
    assert.ok(links.some(({ url }) => url === at('/terns?sort=size')));
    assert.ok(links.some(({ url }) => url === at('/terns')));
    const plain = await client.map(at('/'), { ignoreQueryParameters: true });
    assert.ok(plain.links.every(({ url }) => !url.includes('?')));
  });

  it('searches, with the text of the results where it is asked for', async () => {
    const { web } = await client.search('puffin burrow', { limit: 2 });
    const [first] = (web ?? []) as Array<{ url: string; description: string; position: number; markdown?: string }>;
    assert.deepEqual(
      [first?.url, first?.position, first?.markdown],
      ['https://birds.example.com/puffin', 1, undefined],
    );
    assert.match(first?.description ?? '', /nests in a burrow/);
    const whole = await client.search('puffin', {
      includeDomains: ['fish.example.com'],
      scrapeOptions: { formats: ['markdown'] },
    });
    const [eel] = (whole.web ?? []) as Array<{ markdown?: string }>;
    assert.match(eel?.markdown ?? '', /hide in sand/);
    const both = await client.search('puffin', { sources: ['web', 'news'], tbs: 'cdr:1,cd_min:1/2/2020' });
    assert.deepEqual([both.web, both.news], [[], []]);
  });

  it('gives the results that are paid where the search of a later source fails', async () => {
    const { key } = await quarry.accounts.createOrganization('payer', 1);
    const headers = { 'x-api-key': '', authorization: `Bearer ${key}` };
    const search = () => quarry.call('POST', '/v2/search', { query: 'puffin', sources: ['web', 'news'] }, headers);
    const { status, body } = await search();
    assert.deepEqual([status, body.data, body.creditsUsed], [200, { web: [] }, 1]);
    assert.match(body.warning, /^The search of news failed: /);
    assert.equal((await search()).status, 402);
  });

  it('refuses what it does not offer by its name, and what it does not know', async () => {
    const url = at('/auks/');
    for (const [path, body, status, name] of [
      ['scrape', { url, actions: [{ type: 'click', selector: 'a' }] }, 501, 'actions'],
      ['scrape', { url, formats: ['summary'] }, 501, 'summary'],
      ['scrape', { url, onlyMainContent: false }, 501, 'onlyMainContent'],
      ['scrape', { url, proxy: 'stealth' }, 501, 'stealth'],
      ['scrape', { url, colour: 'red' }, 400, 'colour'],
      ['crawl', { url, includePaths: ['^/(a|b)$'], crawlEntireDomain: true }, 501, '^/(a|b)$'],
      ['crawl', { url, includePaths: ['/auks/.*'] }, 501, 'includePaths'],
      ['crawl', { url, webhook: 'https://example.com/' }, 501, 'webhook'],
      ['crawl', { url, scrapeOptions: { formats: ['html'] } }, 501, 'html'],
      ['batch/scrape', { urls: [] }, 400, 'urls'],
      ['map', { url, sitemap: 'only' }, 501, 'sitemap'],
      ['search', { query: 'a', sources: ['images'] }, 501, 'images'],
      ['search', { query: 'a', tbs: 'sbd:1' }, 501, 'sbd:1'],
      ['extract', { urls: [url] }, 501, '/v2/extract'],
    ] as const) {
      const refused = await send('POST', `/v2/${path}`, body);
      assert.deepEqual([refused.status, refused.body.success], [status, false], `${path}: ${refused.body.error}`);
      assert.ok(refused.body.error.includes(name), refused.body.error);
    }
    assert.equal((await send('GET', '/v2/crawl/active')).status, 501);
    const { status, body: refusal } = await send('GET', '/v2/crawl/crawl_1/errors');
    assert.deepEqual([status, refusal.error], [501, 'Quarry does not offer /v2/crawl/crawl_1/errors.']);
    // What a client sends by default asks for nothing.
    const usual = {
      url,
      mobile: false,
      blockAds: true,
      maxAge: 14_400_000,
      headers: { 'x-team': 'sea' },
      actions: [],
      onlyMainContent: true,
      origin: 'js-sdk@4',
      formats: ['markdown'],
    };
    assert.equal((await send('POST', '/v2/scrape', usual)).status, 200);
  });

  it('refuses actions, places and formats of a model by their names, in every call of the client', async () => {
    const url = at('/auks/');
    const json = [{ type: 'json' as const, prompt: 'Its birds' }];
    const location = { country: 'DE' };
    const actions = [{ type: 'wait' as const, milliseconds: 1 }];
    for (const [call, name] of [
      [() => client.scrape(url, { actions }), 'actions'],
      [() => client.scrape(url, { location }), 'location'],
      [() => client.scrape(url, { formats: json }), 'the format json'],
      [() => client.scrape(url, { formats: ['changeTracking'] }), 'the format changeTracking'],
      [
        () => client.scrape(url, { formats: [{ type: 'screenshot', quality: 50 }] }),
        'the format screenshot with quality',
      ],
      [() => client.startCrawl(url, { scrapeOptions: { actions } }), 'actions'],
      [() => client.startCrawl(url, { scrapeOptions: { formats: json } }), 'the format json'],
      [() => client.startBatchScrape([url], { options: { location } }), 'location'],
      [() => client.map(url, { location }), 'location'],
      [() => client.search('puffin', { location: 'Germany' }), 'location'],
      [() => client.search('puffin', { scrapeOptions: { formats: json } }), 'the format json'],
    ] as const) {
      const { status, message } = await failureOf(call());
      assert.deepEqual([status, message.includes(`Quarry does not offer ${name}.`)], [501, true], message);
    }
  });

  it("keeps to the organization's own crawls, and refuses an invalid key", async () => {
    const { key } = await quarry.accounts.createOrganization('stranger', 5);
    const { id } = await client.startBatchScrape([at('/terns')]);
    assert.equal((await failureOf(connected(key).getBatchScrapeStatus(id))).status, 404);
    assert.equal((await failureOf(connected('qry_live_nonsense').search('puffin'))).status, 401);
    const { key: poor } = await quarry.accounts.createOrganization('poor', 0);
    assert.equal((await failureOf(connected(poor).scrape(at('/terns')))).status, 402);
  });

  it('starts one batch for repeated calls under one x-idempotency-key', async () => {
    const start = () => client.startBatchScrape([at('/terns')], { idempotencyKey: 'terns' });
    assert.equal((await start()).id, (await start()).id);
  });
});
