import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { auditLedger } from '../../services/billing/audit.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../../local/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';
import { call, type Answered } from '../support/quarry.ts';

type Body = Answered['body'];

const MONITORS = 150;
const TOPICS = 25;
const GOES_ON_MS = 120_000;
const KILL_EVERY_MS = 12_000;
// An hour is a second.
const SCALE = 3_600;

/** What a checker that reads the public API alone knows of one monitor. */
interface Watched {
  id: string;
  topic: string;
  cadenceSeconds: number;
  createdAtMs: number;
  /** Whether its periods are still counted from its creation. */
  isAnchored: boolean;
  isDeleted: boolean;
  seen: string[];
  urls: string[];
}

/** Monitors of many cadences, told this and that, while workers and the API are killed with -9 again and again. */
describe('monitors whose workers and server are killed', function () {
  this.timeout(600_000);
  let scratch: TestDatabase;
  let folder: string;
  let workers: QuarryProcess[] = [];
  let api: QuarryProcess;
  const environment: Record<string, string> = {};
  const key = newApiKey();
  const monitors: Watched[] = [];
  const indexed = new Map<string, string[]>();

  before(async () => {
    scratch = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    Object.assign(environment, {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      QUARRY_TIME_SCALE: String(SCALE),
      QUARRY_RATE_LIMITS: 'off',
      QUARRY_MONITORS_PER_ORGANIZATION: '1000',
      TMPDIR: folder,
      QUARRY_DATA_DIR: folder,
      QUARRY_PORT: String(await freePort('127.0.0.1')),
    });
    workers = [await startProcess(['worker', 'workflows', 'monitors', 'index'], environment), await startProcess(['worker', 'workflows', 'monitors'], environment)];
    api = await startProcess(['api'], environment);
  });
  after(async () => {
    for (const one of [...workers, api]) await one.end('SIGTERM');
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (method: string, path: string, body?: unknown, headers: object = {}) => call(`${api.ready.rest}/v1${path}`, method, body, { 'x-api-key': key, ...headers });
  /** Asks until the API answers; what creates something carries a key, so that it is created once. */
  async function surely(method: string, path: string, body?: unknown): Promise<Body> {
    const headers = method === 'POST' ? { 'idempotency-key': randomBytes(12).toString('hex') } : {};
    const answered = await eventually(90_000, () => ask(method, path, body, headers).catch(() => undefined), (one) => one !== undefined && one.status < 500 && one.body.error?.code !== 'CONFLICT');
    assert.ok(answered && answered.status < 300, `${method} ${path}: ${JSON.stringify(answered?.body)}`);
    return answered.body;
  }

  async function index(topic: string, number: number): Promise<void> {
    const url = `https://news.example.com/${topic}/${number}`;
    const words = Array.from({ length: 40 }, () => `w${randomInt(1_000_000)}`).join(' ');
    await surely('POST', '/documents', { documents: [{ url, title: url, text: `${topic} ${words}.` }] });
    indexed.set(topic, [...(indexed.get(topic) ?? []), url]);
  }

  async function create(number: number): Promise<void> {
    const cadenceSeconds = randomInt(12, 73) * 3_600;
    const topic = `topic${number % TOPICS}`;
    const search = { query: topic, tier: 'base', max_results: 100 };
    const { monitor } = await surely('POST', '/monitors', { name: `monitor ${number}`, cadence: `${cadenceSeconds}`, search_requests: [search], webhook: { url: 'https://hooks.example.com/' } });
    monitors.push({ id: monitor.monitor_id, topic, cadenceSeconds, createdAtMs: Date.parse(monitor.created_at), isAnchored: true, isDeleted: false, seen: [], urls: [] });
  }

  async function tellSomething(): Promise<void> {
    const monitor = monitors[randomInt(monitors.length)];
    if (!monitor || monitor.isDeleted) return;
    const path = `/monitors/${monitor.id}`;
    const what = randomInt(10);
    if (what < 4) {
      const answered = await ask('POST', `${path}/trigger`).catch(() => undefined);
      if (answered?.status !== 409) monitor.isAnchored = false;
    } else if (what < 6) {
      await surely('PATCH', path, { status: 'paused' });
      await surely('PATCH', path, { status: 'active' });
    } else if (what < 9) await surely('PATCH', path, { name: `renamed ${randomBytes(4).toString('hex')}` });
    else if (monitors.filter(({ isDeleted }) => isDeleted).length < MONITORS / 10) {
      monitor.isDeleted = true;
      await ask('DELETE', path).catch(() => undefined);
    }
  }

  /** Follows a monitor's records as a reader does who must miss none. */
  async function follow(monitor: Watched): Promise<void> {
    for (let more = true; more && !monitor.isDeleted; ) {
      const { status, body } = await ask('GET', `/monitors/${monitor.id}/records?sort=asc&include_content=false&since=${monitor.seen.at(-1) ?? '0'}`);
      if (status !== 200) return;
      monitor.seen.push(...body.records.map((one: Body) => one.record_id));
      monitor.urls.push(...body.records.map((one: Body) => one.search_result.document.url));
      more = body.has_more;
    }
  }

  async function whileItGoesOn(everyMs: number, work: () => Promise<void>): Promise<void> {
    for (const end = Date.now() + GOES_ON_MS; Date.now() < end; await sleep(everyMs)) await work().catch((error: unknown) => {
      if (error instanceof assert.AssertionError) throw error;
    });
  }

  async function killSomething(): Promise<void> {
    const victim = randomInt(3);
    if (victim === 2) {
      await api.end('SIGKILL');
      api = await startProcess(['api'], environment);
      return;
    }
    await workers[victim]?.end('SIGKILL');
    const roles = victim === 0 ? ['workflows', 'monitors', 'index'] : ['workflows', 'monitors'];
    workers[victim] = await startProcess(['worker', ...roles], environment);
  }

  it('lose nothing, double nothing and never overlap', async () => {
    for (let topic = 0; topic < TOPICS; topic += 1) await index(`topic${topic}`, 0);
    for (let number = 0; number < MONITORS; number += 1) await create(number);
    let documents = 0;
    await Promise.all([
      whileItGoesOn(KILL_EVERY_MS, killSomething),
      whileItGoesOn(300, () => index(`topic${randomInt(TOPICS)}`, (documents += 1))),
      whileItGoesOn(500, tellSomething),
      whileItGoesOn(1_000, async () => {
        for (const monitor of monitors) await follow(monitor);
      }),
    ]);
    const living = monitors.filter(({ isDeleted }) => !isDeleted);
    for (const monitor of living) {
      const all = () => (indexed.get(monitor.topic) ?? []).toSorted();
      await eventually(180_000, () => follow(monitor).then(() => monitor.urls.length), (count) => count >= all().length);
      assert.deepEqual(monitor.urls.toSorted(), all(), `${monitor.id} delivered something twice, or not`);
      const { records, has_more: hasMore } = await surely('GET', `/monitors/${monitor.id}/records?sort=asc&limit=1000&include_content=false`);
      assert.deepEqual([hasMore, monitor.seen], [false, records.map((one: Body) => one.record_id)], `${monitor.id}: a reader missed a record`);
    }
    for (const monitor of living) await surely('PATCH', `/monitors/${monitor.id}`, { status: 'paused' });
    await eventually(60_000, () => scratch.database.query('select 1 from monitor_runs where completed_at is null'), (open) => open.length === 0);
    for (const monitor of living) await checkRuns(monitor);
    const audit = await auditLedger(scratch.database);
    assert.deepEqual(audit.organizations.map(({ ok, held }) => [ok, held]), [[true, 0]]);
  });

  async function checkRuns({ id, cadenceSeconds, createdAtMs, isAnchored }: Watched): Promise<void> {
    const { runs } = await surely('GET', `/monitors/${id}/runs?sort=asc&limit=1000`);
    const executed = runs.filter(({ status }: Body) => status !== 'skipped');
    for (const [at, run] of executed.entries()) {
      assert.ok(run.requests_ok + run.requests_failed === run.requests_total);
      if (at > 0) assert.ok(run.started_at >= executed[at - 1].completed_at, `${id}: two runs at once`);
    }
    if (isAnchored) {
      const anchorMs = Math.floor(createdAtMs / 1_000) * 1_000;
      const periods = runs.map((run: Body) => Math.floor((Date.parse(run.started_at) - anchorMs) / ((cadenceSeconds / SCALE) * 1_000)));
      assert.deepEqual(periods, [...new Set(periods)], `${id}: a period ran twice`);
    }
    const messages = await scratch.database.query<{ run_id: string }>('select run_id from webhook_outbox where monitor_id = $1 order by run_id', [id]);
    assert.deepEqual(messages.map((message) => message.run_id), executed.map((run: Body) => run.run_id), `${id}: a webhook is missing, or there are two`);
  }
});
