import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';
import { call } from '../support/quarry.ts';
import { startSite, type RouteHandler, type Routes, type Site } from '../support/site.ts';

const PAGES = 40;
const PAGE_TAKES_MS = 100;

/** Two sources of one site, polled by two worker processes, one of which is killed with -9 on the way. */
describe('followed sources with several workers', function () {
  this.timeout(180_000);
  let scratch: TestDatabase;
  let site: Site;
  let folder: string;
  let processes: QuarryProcess[] = [];
  let api: QuarryProcess;
  const key = newApiKey();
  const reads = { running: 0, most: 0, byPath: new Map<string, number>() };

  before(async () => {
    scratch = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    site = await startSite({ ...sitemapOf('a'), ...sitemapOf('b') });
    const environment: Record<string, string> = {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      TMPDIR: folder,
      QUARRY_DATA_DIR: folder,
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
    };
    processes = [
      await startProcess(['worker', 'sources'], environment),
      await startProcess(['worker', 'sources', 'workflows'], environment),
    ];
    api = await startProcess(['api'], environment);
    processes.push(api);
  });
  after(async () => {
    for (const one of processes) await one.end('SIGTERM');
    await site.close();
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function sitemapOf(name: string): Routes {
    const paths = Array.from({ length: PAGES }, (_, n) => `/${name}/${n}`);
    const sitemap: RouteHandler = ({ headers }, response) => {
      const urls = paths.map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`);
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset>${urls.join('')}</urlset>`);
    };
    return { [`/${name}.xml`]: sitemap, ...Object.fromEntries(paths.map((path) => [path, slowPage(path)])) };
  }

  function slowPage(path: string): RouteHandler {
    return async (_request, response) => {
      reads.running += 1;
      reads.most = Math.max(reads.most, reads.running);
      reads.byPath.set(path, (reads.byPath.get(path) ?? 0) + 1);
      await sleep(PAGE_TAKES_MS);
      reads.running -= 1;
      const text = `The page ${path} tells of harbours. `.repeat(10);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>${path}</title><main><p>${text}</p></main>`);
    };
  }

  const indexed = async () =>
    Number((await scratch.database.query<{ count: string }>('select count(*) from documents'))[0]?.count);

  it('are read to their end, one request at a time, even if a worker is killed', async () => {
    for (const name of ['a', 'b']) {
      const { status } = await call(
        `${api.ready.rest}/v1/sources`,
        'POST',
        { url: `${site.origin}/${name}.xml` },
        { 'x-api-key': key },
      );
      assert.equal(status, 200);
    }
    await eventually(60_000, indexed, (count) => count >= 10);
    assert.equal(reads.most, 1);
    const [first] = processes;
    await first?.end('SIGKILL');
    assert.equal(await eventually(120_000, indexed, (count) => count === 2 * PAGES), 2 * PAGES);
    // The killed worker's request may still be answered while another worker continues.
    assert.ok(reads.most <= 2, `${reads.most} at once`);
    const repeated = [...reads.byPath.values()].filter((times) => times > 1);
    assert.ok(repeated.length <= 2, `${repeated.length} pages were read twice`);
  });
});
