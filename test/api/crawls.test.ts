import assert from 'node:assert/strict';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const ENDED_WITHIN_MS = 12_000;

describe('crawls over REST', () => {
  let quarry: TestQuarry;
  const sites: CrawledSite[] = [];
  before(async () => {
    quarry = await startQuarry({
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_CRAWL_DELAY: '0',
      QUARRY_TIME_SCALE: '3600',
    });
  });
  after(async () => {
    await quarry.stop();
    await Promise.all(sites.map((site) => site.close()));
  });

  const site = async () => {
    const started = await startCrawledSite(`127.0.1.${sites.length + 1}`);
    sites.push(started);
    return started;
  };
  const create = async (of: CrawledSite, members: object = {}) => {
    const { status, body } = await quarry.call('POST', '/v1/crawls', { urls: [`${of.site.origin}/`], ...members });
    assert.equal(status, 201, JSON.stringify(body));
    return body.crawl.id as string;
  };
  const read = async (id: string) => (await quarry.call('GET', `/v1/crawls/${id}`)).body.crawl;
  const ended = (id: string): Promise<Answered['body']> =>
    eventually(
      ENDED_WITHIN_MS,
      () => read(id),
      ({ stop_reason }) => stop_reason !== undefined,
    );
  const pagesOf = async (of: CrawledSite, id: string, query = '') => {
    const { body } = await quarry.call('GET', `/v1/crawls/${id}/pages?limit=1000${query}`);
    return Object.fromEntries(
      body.pages.map((page: { url: string; status: string; reason?: string }) => [
        page.url.slice(of.site.origin.length),
        page.status,
      ]),
    );
  };
  const account = async () => (await quarry.call('GET', '/v1/account')).body;

  it('store the pages of a site as documents, follow its links once, and charge a credit a page', async () => {
    const birds = await site();
    birds.page('/', 'Birds', ['/auks', '/terns', '/auks#top', '/gone', 'https://elsewhere.example/']);
    birds.page('/auks', 'Auks', ['/', '/terns/', '/auks?utm_source=x']);
    birds.page('/terns', 'Terns', ['/auks/razorbill']);
    birds.page('/auks/razorbill', 'Razorbill');
    const before = (await account()).balance;
    const id = await create(birds, { collection: 'birds', metadata: { team: 'sea' } });
    const crawl = await ended(id);
    assert.deepEqual([crawl.status, crawl.stop_reason], ['completed', 'finished']);
    assert.deepEqual(await pagesOf(birds, id), {
      '/': 'stored',
      '/auks': 'stored',
      '/auks/razorbill': 'stored',
      '/gone': 'failed',
      '/terns': 'stored',
    });
    assert.deepEqual(crawl.counts, { found: 5, fetched: 5, stored: 4, unchanged: 0, skipped: 0, failed: 1 });
    assert.equal(birds.requestsOf('/auks'), 1);
    const { balance, held } = await account();
    assert.deepEqual([before - balance, held], [4, 0]);
    const { body } = await quarry.call('GET', '/v1/documents?collection=birds');
    assert.equal(body.total, 4);
    const search = await quarry.call('POST', '/v1/search', { query: 'razorbill', collections: ['birds'] });
    assert.equal(search.body.documents[0].url, `${birds.site.origin}/auks/razorbill`);
  });

  it('read what a sitemap lists, within their globs, depth and number of pages', async () => {
    const shop = await site();
    shop.serve('/sitemap.xml', (_request, response) => {
      const urls = ['/a/one', '/a/two', '/b/one', '/a/secret/x'].map(
        (path) => `<url><loc>${shop.site.origin}${path}</loc></url>`,
      );
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset>${urls.join('')}</urlset>`);
    });
    shop.page('/', 'Shop', ['/b/two']);
    for (const path of ['/a/one', '/a/two', '/b/one', '/b/two', '/a/secret/x'])
      shop.page(path, `Page ${path}`, ['/a/deep']);
    shop.page('/a/deep', 'Deep');
    const id = await create(shop, { include: ['/a/**'], exclude: ['**/secret/**'], max_depth: 1 });
    await ended(id);
    assert.deepEqual(await pagesOf(shop, id), { '/': 'stored', '/a/one': 'stored', '/a/two': 'stored' });
    const capped = await ended(await create(shop, { max_pages: 2 }));
    assert.deepEqual([capped.stop_reason, capped.counts.stored + capped.counts.unchanged], ['max_pages', 2]);
  });

  it('honour robots.txt, and stop where it cannot be read', async () => {
    const closed = await site();
    closed.serve('/robots.txt', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n');
    });
    closed.page('/', 'Open', ['/private/x', '/open']);
    closed.page('/open', 'Also open');
    closed.page('/private/x', 'Private');
    const id = await create(closed);
    await ended(id);
    assert.deepEqual(await pagesOf(closed, id), { '/': 'stored', '/open': 'stored', '/private/x': 'skipped' });
    assert.equal(closed.requestsOf('/private/x'), 0);
    const broken = await site();
    broken.serve('/robots.txt', (_request, response) => void response.writeHead(503).end());
    broken.page('/', 'Unread');
    const unread = await create(broken);
    await eventually(
      ENDED_WITHIN_MS,
      () => pagesOf(broken, unread, '&status=waiting'),
      () => broken.requestsOf('/robots.txt') > 0,
    );
    assert.equal(broken.requestsOf('/'), 0);
    await quarry.call('POST', `/v1/crawls/${unread}/cancel`);
  });

  it('store a page once under its canonical address, and no near copies', async () => {
    const doubled = await site();
    const { origin } = doubled.site;
    doubled.page('/', 'Home', ['/article', '/article?print=1', '/moved', '/copy']);
    const text =
      '<p>The little auk breeds on islands in the high Arctic and winters in the north Atlantic, where it feeds on small crustaceans.</p>'.repeat(
        3,
      );
    doubled.page('/article', 'Article', [], text);
    doubled.page('/copy', 'Article', [], text);
    doubled.serve(
      '/article',
      `<!doctype html><html><head><title>Article</title><link rel="canonical" href="${origin}/article"></head><body><main><h1>Article</h1>${text}</main></body></html>`,
    );
    doubled.serve('/moved', (_request, response) => void response.writeHead(301, { location: '/article' }).end());
    const id = await create(doubled);
    await ended(id);
    const pages = await pagesOf(doubled, id);
    assert.deepEqual([pages['/'], pages['/article?print=1'], pages['/moved']], ['stored', 'skipped', 'skipped']);
    assert.deepEqual(new Set([pages['/article'], pages['/copy']]), new Set(['skipped', 'stored']));
  });

  it('end on a site of infinite pages', async () => {
    const endless = await site();
    endless.page('/', 'Home', ['/calendar/2026/1', '/list?page=1', '/loop/a']);
    endless.serve(
      '/',
      `<title>Home</title><a href="/day/1">day</a><a href="/list?page=1&sid=a">list</a><a href="/loop/a">loop</a><p>Welcome home, all auks and terns of the northern seas and islands.`,
    );
    for (let day = 1; day <= 3; day += 1) endless.page(`/day/${day}`, `Day ${day}`, [`/day/${day + 1}`]);
    endless.serve('/list', (request, response) => {
      const page = Number(new URL(request.url ?? '', endless.site.origin).searchParams.get('page'));
      const links = [1, 2, 3].map(
        (more) => `<a href="/list?page=${page * 3 + more}&PHPSESSID=${Math.random()}">more</a>`,
      );
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>List</title><main><h1>List</h1><p>Nothing was found on this page of the endless list of all things, so look at the others.</p>${links.join('')}</main>`,
        );
    });
    const id = await create(endless, { max_depth: 100 });
    const crawl = await ended(id);
    assert.equal(crawl.stop_reason, 'finished');
    assert.ok(crawl.counts.fetched < 100, JSON.stringify(crawl.counts));
  });

  it('are cancelled at once, keep what they have stored, and charge no more', async () => {
    const slow = await site();
    slow.page(
      '/',
      'Slow',
      Array.from({ length: 50 }, (_, nth) => `/page/${nth}`),
    );
    for (let nth = 0; nth < 50; nth += 1) slow.page(`/page/${nth}`, `Page number ${nth} of the slow site`);
    slow.serve('/robots.txt', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nCrawl-delay: 1\n');
    });
    const before = (await account()).balance;
    const id = await create(slow);
    await eventually(
      ENDED_WITHIN_MS,
      () => read(id),
      ({ counts }) => counts.stored > 0,
    );
    const { body } = await quarry.call('POST', `/v1/crawls/${id}/cancel`);
    assert.deepEqual([body.crawl.status, body.crawl.stop_reason], ['cancelled', 'cancelled']);
    const { balance, held } = await account();
    assert.deepEqual([before - balance, held], [body.crawl.counts.stored, 0]);
    const again = await quarry.call('POST', `/v1/crawls/${id}/cancel`);
    assert.deepEqual(again.body.crawl, body.crawl);
    const events = await quarry.call('GET', `/v1/crawls/${id}/events`);
    assert.match(String(events.body), /event: page[\s\S]*event: ended/);
    const { body: removed } = await quarry.call('DELETE', `/v1/crawls/${id}`);
    assert.equal(removed.documents_deleted, body.crawl.counts.stored);
    assert.equal((await quarry.call('GET', `/v1/crawls/${id}`)).status, 404);
  });

  it('end with budget_reached when no credits are left', async () => {
    const long = await site();
    long.page('/', 'Long', ['/1', '/2', '/3', '/4']);
    for (const nth of [1, 2, 3, 4]) long.page(`/${nth}`, `Page ${nth} of a site that costs more than there is`);
    const { orgId, key } = await quarry.accounts.createOrganization('Poor', 2);
    assert.ok(orgId);
    const asPoor = { 'x-api-key': key };
    const { body } = await quarry.call('POST', '/v1/crawls', { urls: [`${long.site.origin}/`] }, asPoor);
    const crawl = await eventually(
      ENDED_WITHIN_MS,
      async () => (await quarry.call('GET', `/v1/crawls/${body.crawl.id}`, undefined, asPoor)).body.crawl,
      ({ stop_reason }) => stop_reason !== undefined,
    );
    assert.deepEqual([crawl.status, crawl.stop_reason, crawl.counts.stored], ['completed', 'budget_reached', 2]);
    assert.equal((await quarry.call('GET', `/v1/crawls/${body.crawl.id}`)).status, 404);
  });

  it('read what changes in later rounds, ask for the rest conditionally, and drop what is gone', async () => {
    const fresh = await site();
    fresh.page('/', 'Fresh', ['/news', '/old', '/leaves']);
    fresh.page('/news', 'First news');
    fresh.page('/old', 'Old');
    fresh.page('/leaves', 'Leaves soon');
    // An hour passes in a second.
    const id = await create(fresh, { refresh: '2h', collection: 'fresh' });
    await eventually(
      ENDED_WITHIN_MS,
      () => read(id),
      ({ next_round_at }) => next_round_at !== undefined,
    );
    fresh.page('/news', 'Second news of another day');
    fresh.remove('/leaves');
    const titles = async () => {
      const { body } = await quarry.call('GET', '/v1/documents?collection=fresh');
      return body.documents.map(({ title }: { title: string }) => title).toSorted();
    };
    const expected = ['Fresh', 'Old', 'Second news of another day'];
    assert.deepEqual(await eventually(ENDED_WITHIN_MS, titles, (found) => found.join() === expected.join()), expected);
    const crawl = await read(id);
    assert.equal(crawl.status, 'running');
    assert.equal(crawl.counts.stored, 5);
    await quarry.call('POST', `/v1/crawls/${id}/cancel`);
  });

  it('list the addresses of a site by map, best first', async () => {
    const shown = await site();
    shown.page('/', 'Shown', ['/leave/policy', '/travel', '/parking']);
    shown.page('/leave/policy', 'Leave policy', ['/leave/parental']);
    shown.page('/travel', 'Travel policy');
    shown.serve('/sitemap.xml', (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<urlset><url><loc>${shown.site.origin}/listed</loc><lastmod>2026-02-03</lastmod></url></urlset>`);
    });
    const { status, body } = await quarry.call('POST', '/v1/map', {
      url: `${shown.site.origin}/`,
      query: 'parental leave',
    });
    assert.equal(status, 200, JSON.stringify(body));
    const paths = body.urls.map(({ url }: { url: string }) => url.slice(shown.site.origin.length));
    assert.deepEqual(paths.slice(0, 2), ['/leave/parental', '/leave/policy']);
    assert.deepEqual(paths.toSorted(), ['/', '/leave/parental', '/leave/policy', '/listed', '/parking', '/travel']);
  });
});
