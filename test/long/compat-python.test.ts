import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { runPython, toolsPython } from '../support/python/environment.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('the Python clients of other services', function () {
  this.timeout(180_000);
  let quarry: TestQuarry;
  let birds: CrawledSite;
  before(async () => {
    birds = await startCrawledSite('127.0.0.1');
    birds.page('/', 'Birds', ['/auks']);
    birds.page('/auks', 'Auks');
    quarry = await startQuarry({
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_CRAWL_DELAY: '0',
      QUARRY_TIME_SCALE: '3600',
    });
    const text = 'A puffin nests in a burrow of two metres.';
    await quarry.call('POST', '/v1/documents', {
      documents: [{ url: 'https://birds.example.com/puffin', title: 'Puffins', text }],
    });
  });
  after(async () => {
    await quarry.stop();
    await birds.close();
  });

  it('work as they are, and raise their own exceptions', async () => {
    const { key: poor } = await quarry.accounts.createOrganization('poor', 0);
    const { origin } = birds.site;
    const scenario = resolve('test/support/python/compat_scenario.py');
    const printed = await runPython(await toolsPython(), [scenario, quarry.url, quarry.key, poor, origin]);
    assert.deepEqual(JSON.parse(printed), {
      scraped: ['# Birds', [`${origin}/auks`], 200],
      crawled: ['completed', ['Auks', 'Birds']],
      batch: ['completed', [`${origin}/auks`]],
      mapped: [`${origin}/`, `${origin}/auks`],
      found: [['https://birds.example.com/puffin', 1]],
      raised: [
        ['FirecrawlError', 501],
        ['FirecrawlError', 501],
        ['FirecrawlError', 501],
        ['BadRequestError', 400],
        ['UnauthorizedError', 401],
        ['PaymentRequiredError', 402],
        ['InvalidAPIKeyError', null],
        ['ForbiddenError', null],
      ],
      tavily_search: ['https://birds.example.com/puffin'],
      tavily_crawl: [`${origin}/`, `${origin}/auks`],
    });
  });
});
