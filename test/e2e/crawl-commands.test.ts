import assert from 'node:assert/strict';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { runProcess } from '../support/process.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('quarry map and quarry crawl', function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let birds: CrawledSite;
  before(async () => {
    birds = await startCrawledSite('127.0.0.1');
    birds.page('/', 'Birds', ['/auks', '/absent']);
    birds.page('/auks', 'Auks');
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8', QUARRY_CRAWL_DELAY: '0' });
  });
  after(async () => {
    await quarry.stop();
    await birds.close();
  });
  const run = (...parameters: string[]) =>
    runProcess(parameters, { QUARRY_URL: quarry.url, QUARRY_API_KEY: quarry.key });
  const site = () => `${birds.site.origin}/`;

  it('list the addresses of a site, as lines or as JSON', async () => {
    const { code, stdout } = await run('map', site());
    assert.equal(code, 0);
    assert.ok(
      stdout.split('\n').some((line) => line.startsWith(`${birds.site.origin}/auks`)),
      stdout,
    );
    const [first = ''] = (await run('map', '--json', '--limit', '1', site())).stdout.split('\n');
    assert.equal(new URL((JSON.parse(first) as { url: string }).url).origin, birds.site.origin);
  });

  it('crawl a site to its end, and name what could not be read', async () => {
    const { code, stdout, stderr } = await run('crawl', '--max-pages', '5', '--collection', 'birds', site());
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^crawl_\S+\n2 stored, 0 unchanged, \d skipped, \d failed\n$/);
    const again = JSON.parse((await run('crawl', '--json', site())).stdout);
    assert.deepEqual([again.status, again.counts.stored], ['completed', 2]);
  });

  it('return at once where they need not wait', async () => {
    const { stdout } = await run('crawl', '--no-wait', site());
    assert.match(stdout, /^crawl_\S+\n$/);
  });

  it('end with the code of a refused call', async () => {
    for (const command of ['map', 'crawl'])
      assert.equal((await runProcess([command, '--url', quarry.url, site()], { QUARRY_API_KEY: 'none' })).code, 3);
    assert.equal((await runProcess(['map', '--url', 'http://127.0.0.1:9', site()], { QUARRY_API_KEY: 'a' })).code, 6);
  });
});
