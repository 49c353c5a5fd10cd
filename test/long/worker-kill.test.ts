import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { auditLedger } from '../../services/billing/audit.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';
import { call } from '../support/quarry.ts';
import { eventually } from '../support/eventually.ts';
import { startReceiver, verified } from '../support/receiver.ts';
import { startSite, type Site } from '../support/site.ts';

const PAGES = 5;
const PAGE_TAKES_MS = 1_500;

/** The API and a worker as processes of their own; the worker is killed with -9 in the middle of the work. */
describe('a worker that is killed in the middle of', () => {
  let scratch: TestDatabase;
  let site: Site;
  let folder: string;
  let api: QuarryProcess;
  let worker: QuarryProcess;
  const environment: Record<string, string> = {};
  const key = newApiKey();

  before(async () => {
    scratch = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    site = await startSite(Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [`/${n}`, slowPage(n)])));
    Object.assign(environment, {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL,
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      // What a killed process leaves behind goes with the folder.
      TMPDIR: folder,
      QUARRY_DATA_DIR: folder,
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_PORT: '0',
      QUARRY_GRPC_PORT: '0',
    });
    worker = await startProcess(['worker'], environment);
    api = await startProcess(['api'], environment);
  });
  after(async () => {
    await worker.end('SIGTERM');
    await api.end('SIGTERM');
    await site.close();
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown) => call(api.ready.rest + path, 'POST', body, { 'x-api-key': key });
  const get = (path: string) => call(api.ready.rest + path, 'GET', undefined, { 'x-api-key': key });
  const charges = async () =>
    Number(
      (
        await scratch.database.query<{ sum: string }>(
          `select coalesce(-sum(amount), 0) as sum from postings where amount < 0`,
        )
      )[0]?.sum,
    );

  async function killAndReplaceWorker(): Promise<void> {
    await worker.end('SIGKILL');
    await sleep(200);
    worker = await startProcess(['worker'], environment);
  }

  it('a research run resumes it, and bills no step twice', async () => {
    const chargedBefore = await charges();
    const urls = Array.from({ length: PAGES }, (_, n) => `${site.origin}/${n}`).join(' ');
    const { body } = await post('/v1/agent/runs', { query: `How deep is quarry number 3? ${urls}` });
    await eventually(
      20_000,
      async () => site.requests.filter((request) => request.path !== '/robots.txt').length,
      (count) => count >= 2,
    );
    await killAndReplaceWorker();
    const { body: run } = await eventually(
      120_000,
      () => get(`/v1/agent/runs/${body.id}?wait=30`),
      (answered) => answered.body.stop_reason !== null,
    );
    assert.deepEqual([run.status, run.stop_reason], ['completed', 'finished']);
    assert.equal(run.output.sources.length, PAGES);
    assert.match(run.output.text, /Quarry number 3 is 103 feet deep/);
    // One search and five pages, whatever was repeated.
    assert.equal((await charges()) - chargedBefore, 1 + PAGES);
  });

  it('a fetch repeats only unfinished pages, and bills every page once', async () => {
    const chargedBefore = await charges();
    const requestsBefore = site.requests.length;
    const urls = Array.from({ length: PAGES }, (_, n) => `${site.origin}/${n}`);
    const fetching = post('/v1/fetch', { urls });
    await eventually(
      20_000,
      async () => site.requests.length,
      (count) => count >= requestsBefore + PAGES,
    );
    await killAndReplaceWorker();
    const { status, body } = await fetching;
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((result: { status: string }) => result.status),
      urls.map(() => 'ok'),
    );
    assert.equal((await charges()) - chargedBefore, PAGES);
  });

  it('a webhook delivery repeats the attempt, with the same id and the same bytes, and loses nothing', async () => {
    const hook = await startReceiver((count) => (count === 1 ? () => undefined : 200));
    try {
      const { body } = await post('/v1/monitors', {
        cadence: '366d',
        search_requests: [{ query: 'quarries' }],
        webhook: { url: hook.url },
      });
      await eventually(
        20_000,
        async () => hook.received.length,
        (count) => count === 1,
      );
      await killAndReplaceWorker();
      const deliveries = async () =>
        (await get(`/v1/monitors/${body.monitor.monitor_id}/webhook/deliveries`)).body.deliveries;
      const [delivery, ...others] = await eventually(60_000, deliveries, ([first]) => first.status !== 'pending');
      // What the killed worker began is not recorded: it is the same attempt, made twice.
      assert.deepEqual(
        [delivery.status, delivery.attempts.map((one: { http_status_code: number }) => one.http_status_code), others],
        ['delivered', [200], []],
      );
      assert.equal(hook.received.length, 2);
      const [first, second] = hook.received.map((one) => ({ ...one, event: verified(body.webhook_secret, one) }));
      assert.deepEqual(
        [second?.text, second?.headers['webhook-id'], second?.event],
        [first?.text, delivery.id, first?.event],
      );
      assert.equal(first?.headers['webhook-id'], delivery.id);
    } finally {
      await hook.close();
    }
  });

  it('a monitor of pages reads only what has no outcome, and delivers and bills every page once', async () => {
    const chargedBefore = await charges();
    const asked = () => site.requests.filter(({ path }) => path !== '/robots.txt').length;
    const askedBefore = asked();
    const page_requests = Array.from({ length: PAGES }, (_, n) => ({ url: `${site.origin}/${n}` }));
    const { body } = await post('/v1/monitors', { cadence: '366d', page_requests });
    const monitor = `/v1/monitors/${body.monitor.monitor_id}`;
    // The worker dies in the middle of the third page.
    await eventually(
      20_000,
      async () => asked(),
      (count) => count >= askedBefore + 3,
    );
    await killAndReplaceWorker();
    const runs = async () => (await get(`${monitor}/runs`)).body.runs;
    const [run] = await eventually(120_000, runs, ([first]) => first !== undefined);
    assert.deepEqual([run.status, run.requests_ok, run.record_count], ['completed', PAGES, 0]);
    assert.equal((await charges()) - chargedBefore, PAGES);
    assert.equal(asked() - askedBefore, PAGES + 1, 'the page in work was requested again');
    const kept = await scratch.database.query('select 1 from monitor_snapshots where is_settled');
    assert.equal(kept.length, PAGES);
  });

  it('any work leaves the ledger consistent', async () => {
    const audit = await auditLedger(scratch.database);
    assert.deepEqual(
      audit.organizations.map(({ ok, held }) => ({ ok, held })),
      [{ ok: true, held: 0 }],
    );
  });
});

function slowPage(n: number) {
  const html = `<!doctype html><title>Quarry ${n}</title><main><article><h1>Quarry ${n}</h1><p>Quarry number ${n} is ${100 + n} feet deep.</p><p>${'It was worked for many years by many people who lived nearby and knew the stone well. '.repeat(6)}</p></article></main>`;
  return async (
    _request: unknown,
    response: { writeHead(status: number, headers: Record<string, string>): { end(text: string): void } },
  ): Promise<void> => {
    await sleep(PAGE_TAKES_MS);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
}
