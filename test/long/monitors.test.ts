import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newApiKey } from '../../services/accounts/api-key-format.ts';
import { auditLedger } from '../../services/billing/audit.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../../services/process/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProcess, type QuarryProcess } from '../support/process.ts';
import { call, type Answered } from '../support/quarry.ts';
import { checkRuns } from './check-runs.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { startFlakyReceiver, type FlakyReceiver, type ReceivedMessage } from './flaky-receiver.ts';

type Body = Answered['body'];

const MONITORS = 150;
const TOPICS = 25;
const GOES_ON_MS = 120_000;
const KILL_EVERY_MS = 12_000;
// An hour is a second.
const SCALE = 3_600;
const ROLES = [
  ['workflows', 'monitors', 'webhooks', 'index'],
  ['workflows', 'monitors', 'webhooks'],
] as const;

/** What a checker that reads the public API alone knows of one monitor. */
interface Watched {
  id: string;
  topic: string;
  cadenceSeconds: number;
  createdAtMs: number;
  secret: string;
  /** Of its webhook; null: it has none. */
  events: string[] | null;
  /** Whether its webhook is removed and disabled now and then, and its messages are dropped with it. */
  isDropping: boolean;
  /** Whether its periods are still counted from its creation. */
  isAnchored: boolean;
  isDeleted: boolean;
  seen: string[];
  urls: string[];
}

/** Monitors of many cadences that are changed while workers and the API are killed with -9 repeatedly. */
describe('monitors whose workers and server are killed', function () {
  this.timeout(600_000);
  let scratch: TestDatabase;
  let folder: string;
  let workers: QuarryProcess[] = [];
  let api: QuarryProcess;
  let receiver: FlakyReceiver;
  const environment: Record<string, string> = {};
  const key = newApiKey();
  const monitors: Watched[] = [];
  const indexed = new Map<string, string[]>();

  before(async () => {
    scratch = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'quarry-test-'));
    receiver = await startFlakyReceiver();
    Object.assign(environment, {
      DATABASE_URL: scratch.url,
      TEMPORAL_ADDRESS: process.env.QUARRY_TEST_TEMPORAL ?? '',
      QUARRY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      QUARRY_BOOTSTRAP_KEY: key,
      QUARRY_TIME_SCALE: String(SCALE),
      QUARRY_RATE_LIMITS: 'off',
      QUARRY_EGRESS_ALLOW: '127.0.0.0/8',
      QUARRY_MONITORS_PER_ORGANIZATION: '1000',
      TMPDIR: folder,
      QUARRY_DATA_DIR: folder,
      QUARRY_PORT: String(await freePort('127.0.0.1')),
      QUARRY_GRPC_PORT: '0',
    });
    workers = [
      await startProcess(['worker', ...ROLES[0]], environment),
      await startProcess(['worker', ...ROLES[1]], environment),
    ];
    api = await startProcess(['api'], environment);
  });
  after(async () => {
    for (const one of [...workers, api]) await one.end('SIGTERM');
    await receiver.close();
    await scratch.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (method: string, path: string, body?: unknown, headers: object = {}) =>
    call(`${api.ready.rest}/v1${path}`, method, body, { 'x-api-key': key, ...headers });
  /** Asks until the API answers; what creates something carries a key, so that it is created once. */
  async function surely(method: string, path: string, body?: unknown): Promise<Body> {
    const headers = method === 'POST' ? { 'idempotency-key': randomBytes(12).toString('hex') } : {};
    const answered = await eventually(
      90_000,
      () => ask(method, path, body, headers).catch(() => undefined),
      (one) => one !== undefined && one.status < 500 && one.body.error?.code !== 'CONFLICT',
    );
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
    const events =
      [null, ['run.failed'], [], ['run.completed'], ['run.completed', 'run.failed'], []][number % 6] ?? null;
    const webhook = events && { url: receiver.url, events };
    const { monitor, webhook_secret: secret } = await surely('POST', '/monitors', {
      name: `monitor ${number}`,
      cadence: `${cadenceSeconds}`,
      search_requests: [search],
      webhook,
    });
    const watched = {
      id: monitor.monitor_id,
      topic,
      cadenceSeconds,
      createdAtMs: Date.parse(monitor.created_at),
      secret,
      events,
      isDropping: number % 6 === 5,
    };
    monitors.push({ ...watched, isAnchored: true, isDeleted: false, seen: [], urls: [] });
  }

  async function tellSomething(): Promise<void> {
    const monitor = monitors[randomInt(monitors.length)];
    if (!monitor || monitor.isDeleted) return;
    const path = `/monitors/${monitor.id}`;
    const what = randomInt(12);
    if (what < 4) {
      const answered = await ask('POST', `${path}/trigger`).catch(() => undefined);
      if (answered?.status !== 409) monitor.isAnchored = false;
    } else if (what < 6) {
      await surely('PATCH', path, { status: 'paused' });
      await surely('PATCH', path, { status: 'active' });
    } else if (what < 9) await surely('PATCH', path, { name: `renamed ${randomBytes(4).toString('hex')}` });
    else if (what < 11) await dropPending(path, monitor);
    else if (monitors.filter(({ isDeleted }) => isDeleted).length < MONITORS / 10) {
      monitor.isDeleted = true;
      await ask('DELETE', path).catch(() => undefined);
    }
  }

  async function dropPending(path: string, { isDropping, events }: Watched): Promise<void> {
    if (!isDropping) return;
    await surely('PATCH', path, { webhook: randomInt(2) === 0 ? null : { status: 'disabled' } });
    await surely('PATCH', path, { webhook: { url: receiver.url, events: events ?? [], status: 'active' } });
  }

  /** Follows a monitor's records as a reader does who must miss none. */
  async function follow(monitor: Watched): Promise<void> {
    for (let more = true; more && !monitor.isDeleted;) {
      const { status, body } = await ask(
        'GET',
        `/monitors/${monitor.id}/records?sort=asc&include_content=false&since=${monitor.seen.at(-1) ?? '0'}`,
      );
      if (status !== 200) return;
      monitor.seen.push(...body.records.map((one: Body) => one.record_id));
      monitor.urls.push(...body.records.map((one: Body) => one.search_result.document.url));
      more = body.has_more;
    }
  }

  async function whileItGoesOn(everyMs: number, work: () => Promise<void>): Promise<void> {
    for (const end = Date.now() + GOES_ON_MS; Date.now() < end; await sleep(everyMs))
      await work().catch((error: unknown) => {
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
    workers[victim] = await startProcess(['worker', ...(ROLES[victim] ?? [])], environment);
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
      await eventually(
        180_000,
        () => follow(monitor).then(() => monitor.urls.length),
        (count) => count >= all().length,
      );
      assert.deepEqual(monitor.urls.toSorted(), all(), `${monitor.id} delivered something twice, or not`);
      const { records, has_more: hasMore } = await surely(
        'GET',
        `/monitors/${monitor.id}/records?sort=asc&limit=1000&include_content=false`,
      );
      assert.deepEqual(
        [hasMore, monitor.seen],
        [false, records.map((one: Body) => one.record_id)],
        `${monitor.id}: a reader missed a record`,
      );
    }
    for (const monitor of living) await surely('PATCH', `/monitors/${monitor.id}`, { status: 'paused' });
    await eventually(
      60_000,
      () => scratch.database.query('select 1 from monitor_runs where completed_at is null'),
      (open) => open.length === 0,
    );
    for (const monitor of living) await endedDeliveries(monitor.id);
    const secrets = new Map(monitors.map(({ id, secret }) => [id, secret]));
    const messages = receiver.messages(
      (id) => secrets.get(id) ?? assert.fail(`a message of ${id}, which is none of the monitors`),
    );
    for (const monitor of living)
      await check(
        monitor,
        messages.filter(({ event }) => event.data.monitor_id === monitor.id),
      );
    const posts = messages.reduce((sum, message) => sum + message.posts.length, 0);
    console.log(
      `      ${messages.length} messages in ${posts} POSTs, ${messages.filter(({ taken }) => taken > 1).length} of them taken more than once`,
    );
    const audit = await auditLedger(scratch.database);
    assert.deepEqual(
      audit.organizations.map(({ ok, held }) => [ok, held]),
      [[true, 0]],
    );
  });

  /** What still waits is sent within the scaled day that retries take. */
  async function endedDeliveries(id: string): Promise<Body[]> {
    const { deliveries } = await eventually(
      90_000,
      () => surely('GET', `/monitors/${id}/webhook/deliveries?limit=1000`),
      (page) => page.deliveries.every(({ status }: Body) => status !== 'pending'),
    );
    return deliveries;
  }

  async function check(
    { id, events, isDropping, cadenceSeconds, createdAtMs, isAnchored }: Watched,
    messages: ReceivedMessage[],
  ): Promise<void> {
    const { runs } = await surely('GET', `/monitors/${id}/runs?sort=asc&limit=1000`);
    const { records } = await surely('GET', `/monitors/${id}/records?limit=1000&include_content=false`);
    checkRuns({ id, periodMs: (cadenceSeconds / SCALE) * 1_000, createdAtMs, isAnchored, runs, records });
    checkWebhooks({ id, events, isDropping, runs, deliveries: await endedDeliveries(id), messages });
  }
});
