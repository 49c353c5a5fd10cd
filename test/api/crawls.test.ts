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
});
