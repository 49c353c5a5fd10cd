import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLedger } from '../../services/billing/audit.ts';
import { openDatabase } from '../../services/database/open.ts';
import { eventually } from '../support/eventually.ts';
import { PARTS, startParts, type Part, type Parts } from '../support/parts.ts';
import { call } from '../support/quarry.ts';
import { startSite, type RouteHandler, type Site } from '../support/site.ts';

const SEED = Number(process.env.QUARRY_TEST_SEED ?? 20_261_121);
const PAGES = 3;
const PAGE_TAKES_MS = 250;
// A run takes about two seconds here, so that a kill falls anywhere from its acceptance to after its end.
const LATEST_KILL_MS = 2_200;
const KILLS_A_PART = 5;
const ENDS_WITHIN_MS = 90_000;

const QUERY = 'How deep is quarry number 2? When was quarry number 1 opened?';
const page = (n: number) => `<!doctype html><title>Quarry ${n}</title><main><article><h1>Quarry ${n}</h1><p>Quarry number ${n} is ${100 + n} feet deep. Quarry number ${n} was opened in ${1800 + n}.</p><p>${'It was worked for many years by people who lived nearby. '.repeat(8)}</p></article></main>`;

/** A part is killed with -9 at a moment of the run that the seed chose, and started again. */
describe('a run during which a part of the installation is killed', function () {
  this.timeout(ENDS_WITHIN_MS * 2);
  let folder: string;
  let site: Site;
  let parts: Parts;
  let state = SEED;

  before(async () => {
    console.log(`    seed ${SEED}`);
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    const slow = (n: number): RouteHandler => async (_request, response) => {
      await sleep(PAGE_TAKES_MS);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(n));
    };
    site = await startSite(Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [`/${n}`, slow(n)])));
    parts = await startParts(folder, { QUARRY_PROVIDERS: '' });
  });
  after(async () => {
    await parts.stop();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const request = (method: string, path: string, body?: unknown) => call(parts.rest + path, method, body, { 'x-api-key': parts.key });
  /** While a part is away a call may fail; it is made again. */
  const patiently = (method: string, path: string, body?: unknown) => request(method, path, body).catch(() => undefined);
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const runs: string[] = [];

  for (const part of PARTS) {
    for (let nth = 1; nth <= KILLS_A_PART; nth += 1) {
      it(`ends as if nothing had happened: ${part}, ${nth}`, () => killedDuringRun(part));
    }
  }

  async function killedDuringRun(part: Part): Promise<void> {
    const urls = Array.from({ length: PAGES }, (_, n) => `${site.origin}/${n}`).join(' ');
    const created = await request('POST', '/v1/agent/runs', { query: `${QUERY} ${urls}` });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const runId = created.body.id as string;
    runs.push(runId);
    const killedAfterMs = Math.floor(random() * LATEST_KILL_MS);
    await sleep(killedAfterMs);
    await parts.kill(part);
    await parts.start(part);
    const backAt = performance.now();
    const ended = await eventually(ENDS_WITHIN_MS, () => patiently('GET', `/v1/agent/runs/${runId}?wait=5`), (answered) => answered?.status === 200 && answered.body.stop_reason !== null);
    console.log(`      killed after ${killedAfterMs} ms, ended ${((performance.now() - backAt) / 1_000).toFixed(1)} s after it was back`);
    const run = ended?.body;
    assert.deepEqual([run.status, run.stop_reason, run.attempt], ['completed', 'finished', 1]);
    assert.match(run.output.text, /Quarry number 2 is 102 feet deep/);
    assert.equal(run.output.sources.length, PAGES);
    assert.deepEqual((await patiently('GET', `/v1/agent/runs/${runId}`))?.body, run);
  }

  it('none was lost, none billed twice, none changed after its end, and the books are in order', async () => {
    const { database } = await openDatabase(parts.databaseUrl);
    try {
      const audit = await auditLedger(database);
      assert.deepEqual(audit.organizations.map(({ ok, held }) => ({ ok, held })), [{ ok: true, held: 0 }]);
      const bills = await database.query<{ run_id: string; billed: string; steps: string }>(
        `select run.id as run_id, (select coalesce(-sum(amount), 0) from postings where business_key like run.id || '%' and amount < 0) as billed,
                (select sum(credits) from agent_steps where run_id = run.id) as steps
           from agent_runs as run order by run.id`,
      );
      assert.deepEqual(bills.map(({ run_id }) => run_id), runs.toSorted());
      assert.deepEqual(bills.filter(({ billed, steps }) => billed !== steps), []);
      assert.ok(bills.every(({ steps }) => Number(steps) === 2 + PAGES), JSON.stringify(bills));
    } finally {
      await database.close();
    }
  });
});
