import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLedger } from '../../services/billing/audit.ts';
import { openDatabase } from '../../services/database/open.ts';
import { startCrawledSite, type CrawledSite } from '../support/crawled-site.ts';
import { eventually } from '../support/eventually.ts';
import { startParts, type Parts } from '../support/parts.ts';
import { call } from '../support/quarry.ts';

const PAGES = 60;
const KILLS = ['worker', 'temporal', 'worker', 'postgres', 'worker'] as const;
const BETWEEN_KILLS_MS = 3_000;
const ENDS_WITHIN_MS = 280_000;
// As in services/crawls/run/portion.ts: an address is not read again before.
const LEASE_MS = 60_000;

describe('a crawl whose parts are killed with -9', function () {
  this.timeout(360_000);
  let folder: string;
  let parts: Parts;
  let site: CrawledSite;
  const times = new Map<string, number[]>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    site = await startCrawledSite('127.0.2.1');
    const paths = Array.from({ length: PAGES }, (_, nth) => `/page/${nth}`);
    for (const [nth, path] of ['/', ...paths].entries()) {
      site.page(path, `Page ${nth} of the killed crawl`, nth === 0 ? paths : []);
      const served = site.handler(path);
      site.serve(path, async (request, response) => {
        times.set(path, [...(times.get(path) ?? []), Date.now()]);
        await sleep(200);
        await served(request, response);
      });
    }
    parts = await startParts(folder, { QUARRY_PROVIDERS: '', QUARRY_CRAWL_DELAY: '0', QUARRY_EMBEDDINGS_MODEL: 'off' });
  });
  after(async () => {
    await parts.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('loses no page, reads none twice within its lease, and charges each once', async () => {
    const headers = { 'x-api-key': parts.key };
    const { body } = await call(`${parts.rest}/v1/crawls`, 'POST', { urls: [`${site.site.origin}/`] }, headers);
    for (const part of KILLS) {
      await sleep(BETWEEN_KILLS_MS);
      await parts.kill(part);
      await parts.start(part);
    }
    const crawl = await eventually(
      ENDS_WITHIN_MS,
      () =>
        call(`${parts.rest}/v1/crawls/${body.crawl.id}`, 'GET', undefined, headers).then(
          (answered) => answered.body.crawl,
          () => undefined,
        ),
      (found) => found?.stop_reason !== undefined,
    );
    assert.deepEqual([crawl.status, crawl.stop_reason, crawl.counts.stored], ['completed', 'finished', PAGES + 1]);
    for (const [path, read] of times)
      for (const [nth, at] of read.slice(1).entries())
        assert.ok(
          at - (read[nth] ?? 0) >= LEASE_MS - 1_000,
          `${path} was read twice within ${at - (read[nth] ?? 0)} ms`,
        );
    const { database } = await openDatabase(parts.databaseUrl);
    const charged = await database.query<{ credits: string }>(
      'select -sum(amount) as credits from postings where business_key like $1',
      [`${body.crawl.id}:%`],
    );
    const audit = await auditLedger(database);
    await database.close();
    assert.equal(Number(charged[0]?.credits), PAGES + 1);
    assert.ok(audit.ok, JSON.stringify(audit));
  });
});
