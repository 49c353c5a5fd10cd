import assert from 'node:assert/strict';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const ENDED_WITHIN_MS = 20_000;

describe('crawls and the hosts that they read', () => {
  let quarry: TestQuarry;
  const sites: CrawledSite[] = [];
  before(async () => {
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8', QUARRY_CRAWL_DELAY: '0' });
  });
  after(async () => {
    await quarry.stop();
    await Promise.all(sites.map((site) => site.close()));
  });

  const site = async () => {
    const started = await startCrawledSite(`127.0.3.${sites.length + 1}`);
    sites.push(started);
    return started;
  };
  const crawl = async (urls: readonly string[], members: object = {}): Promise<Answered['body']> => {
    const { status, body } = await quarry.call('POST', '/v1/crawls', { urls, ...members });
    assert.equal(status, 201, JSON.stringify(body));
    return eventually(
      ENDED_WITHIN_MS,
      async () => (await quarry.call('GET', `/v1/crawls/${body.crawl.id}`)).body.crawl,
      ({ stop_reason }) => stop_reason !== undefined,
    );
  };
  const pagesOf = async (id: string): Promise<Array<{ url: string; status: string; reason?: string }>> =>
    (await quarry.call('GET', `/v1/crawls/${id}/pages?limit=1000`)).body.pages;
  const redirectTo =
    (location: string): Parameters<CrawledSite['serve']>[1] =>
    (_request, response) =>
      void response.writeHead(302, { location }).end();
  /** Sees whether two requests to a site overlap. */
  const countOverlaps = (of: CrawledSite, path: string) => {
    const served = of.handler(path);
    let [now, most] = [0, 0];
    of.serve(path, async (request, response) => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      await served(request, response);
      now -= 1;
    });
    return () => most;
  };

  it('follow a redirect to another host by its robots.txt, in a turn of that host', async () => {
    const [from, to] = [await site(), await site()];
    to.serve('/robots.txt', 'User-agent: *\nDisallow: /closed');
    to.page('/', 'To');
    to.page('/open', 'An open page');
    to.page('/closed', 'A closed page');
    const overlaps = countOverlaps(to, '/open');
    from.page('/', 'From', ['/a', '/b']);
    from.serve('/a', redirectTo(`${to.site.origin}/open`));
    from.serve('/b', redirectTo(`${to.site.origin}/closed`));
    const { id } = await crawl([`${from.site.origin}/`, `${to.site.origin}/`]);
    const pages = await pagesOf(id);
    assert.equal(to.requestsOf('/closed'), 0);
    assert.match(pages.find(({ url }) => url.endsWith('/b'))?.reason ?? '', /robots\.txt forbids/);
    assert.equal(pages.find(({ url }) => url.endsWith('/open'))?.status, 'stored');
    assert.equal(overlaps(), 1);
  });

  it('do not request what a redirect names out of the crawl', async () => {
    const [from, outside] = [await site(), await site()];
    outside.page('/', 'Outside');
    from.page('/', 'From', ['/out']);
    from.serve('/out', redirectTo(`${outside.site.origin}/`));
    const { id } = await crawl([`${from.site.origin}/`]);
    assert.deepEqual(outside.site.requests, []);
    assert.match((await pagesOf(id)).find(({ url }) => url.endsWith('/out'))?.reason ?? '', /out of the crawl/);
  });

  it('do not follow a redirect to an address that the same robots.txt disallows', async () => {
    const birds = await site();
    birds.serve('/robots.txt', 'User-agent: *\nDisallow: /closed');
    birds.page('/', 'Birds', ['/a']);
    birds.serve('/a', redirectTo('/closed'));
    birds.page('/closed', 'Closed');
    await crawl([`${birds.site.origin}/`]);
    assert.equal(birds.requestsOf('/closed'), 0);
  });

  it('follow a redirect of a sitemap by the robots.txt of its target', async () => {
    const [open, closed, birds] = [await site(), await site(), await site()];
    for (const one of [open, closed]) {
      one.page('/listed', 'A page that is listed');
      one.serve('/listed.xml', (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.end(`<urlset><url><loc>${one.site.origin}/listed</loc></url></urlset>`);
      });
    }
    closed.serve('/robots.txt', 'User-agent: *\nDisallow: /listed.xml');
    const { origin } = birds.site;
    birds.serve('/robots.txt', `Sitemap: ${origin}/one.xml\nSitemap: ${origin}/two.xml\n`);
    birds.serve('/one.xml', redirectTo(`${open.site.origin}/listed.xml`));
    birds.serve('/two.xml', redirectTo(`${closed.site.origin}/listed.xml`));
    for (const one of [open, closed, birds]) one.page('/', 'A site of birds and nothing else');
    await crawl([`${origin}/`, `${open.site.origin}/`, `${closed.site.origin}/`]);
    assert.deepEqual(
      [open, closed].map((of) => of.requestsOf('/listed.xml')),
      [1, 0],
    );
    assert.deepEqual(
      [open, closed].map((of) => of.requestsOf('/listed')),
      [1, 0],
    );
  });
});
