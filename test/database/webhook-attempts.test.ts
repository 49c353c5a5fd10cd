import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createPurge } from '../../services/retention/purge.ts';
import { parseAllowList } from '../../services/egress/allow-list.ts';
import type { EgressRequest, EgressResponse } from '../../services/egress/egress.ts';
import { forgetMonitor } from '../../services/monitors/forget-monitor.ts';
import { newWebhookSecret } from '../../services/monitors/webhook.ts';
import { attemptDelivery } from '../../services/monitors/webhooks/attempt.ts';
import { createReadDeliveries } from '../../services/monitors/webhooks/read-deliveries.ts';
import { relayAll } from '../../services/monitors/webhooks/outbox-relay.ts';
import { OFFSETS_MS } from '../../services/monitors/webhooks/retry-schedule.ts';
import { HOUR_MS, openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const URL = 'https://hooks.example.com/';
const signal = new AbortController().signal;

describe('attempts to deliver a webhook', () => {
  let scene: MonitorDatabase;
  let monitorId: string;
  let status: number;
  let sent: EgressRequest[];
  beforeEach(async () => {
    scene = await openMonitorDatabase();
    status = 500;
    sent = [];
    scene.found['/one'] = 'Somebody has written a sentence here that has twelve words and a few more.';
    monitorId = await scene.create({ webhook: { url: URL } });
  });
  afterEach(() => scene.close());

  const secret = newWebhookSecret();
  const egress = {
    close: async () => {},
    request: async (_url: string, request: EgressRequest): Promise<EgressResponse> => {
      sent.push(request);
      return {
        status: 'answered',
        finalUrl: URL,
        httpStatus: status,
        headers: new Headers(),
        body: Readable.from([Buffer.from('no')]),
      };
    },
  };
  const depsOf = () => ({
    database: scene.database,
    clock: scene.clock,
    encryption: { decrypt: () => secret },
    egress,
    allowList: parseAllowList(''),
    userAgent: 'test',
    timeScale: 1,
    random: () => 0.5,
  });
  const attempt = (messageId: string, count: number) =>
    attemptDelivery(depsOf(), { messageId, attempt: count }, signal);
  /** Ends a run; the id of its message. */
  async function messageOfRun(): Promise<string> {
    await scene.run(monitorId);
    const [row] = await scene.database.query<{ id: string }>(
      'select id from webhook_outbox order by run_id desc limit 1',
    );
    assert.ok(row);
    return row.id;
  }
  async function untilDue(messageId: string): Promise<void> {
    const [row] = await scene.database.query<{ due_at: Date }>('select due_at from webhook_outbox where id = $1', [
      messageId,
    ]);
    assert.ok(row);
    scene.clock.at = row.due_at;
  }
  /** Makes all attempts, each when it is due. */
  async function exhaust(messageId: string): Promise<void> {
    for (let count = 1; ; count += 1) {
      const result = await attempt(messageId, count);
      if (result.status !== 'again') return assert.equal(result.status, 'exhausted');
      await untilDue(messageId);
    }
  }
  const webhook = async () =>
    (await scene.database.query('select webhook_status, webhook_status_reason from monitors'))[0];
  const statuses = async () =>
    (await scene.database.query<{ status: string }>('select status from webhook_outbox order by run_id')).map(
      (one) => one.status,
    );

  it('are ten, at fixed offsets from the first one, with the same id and bytes', async () => {
    const messageId = await messageOfRun();
    const began = scene.clock.at.getTime();
    await exhaust(messageId);
    const rows = await scene.database.query<{ at: Date; response_body: string }>(
      'select at, response_body from webhook_attempts order by attempt',
    );
    assert.deepEqual(
      rows.map(({ at }) => at.getTime() - began),
      OFFSETS_MS,
    );
    assert.deepEqual(new Set(rows.map((row) => row.response_body)), new Set(['no']));
    assert.deepEqual(new Set(sent.map(({ headers }) => headers?.['webhook-id'])), new Set([messageId]));
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
    assert.equal(new Set(sent.map(({ headers }) => headers?.['webhook-timestamp'])).size, 10);
    assert.deepEqual(await webhook(), {
      webhook_status: 'disabled',
      webhook_status_reason: '10 attempts to deliver a message failed. The last one: the receiver answered 500.',
    });
  });

  it('are made once each, however often they are requested', async () => {
    const messageId = await messageOfRun();
    const first = await attempt(messageId, 1);
    assert.deepEqual(await attempt(messageId, 1), first);
    assert.equal(sent.length, 1);
    await untilDue(messageId);
    status = 200;
    for (const count of [2, 2, 3]) assert.deepEqual(await attempt(messageId, count), { status: 'delivered' });
    assert.equal(sent.length, 2);
  });

  it('are repeated with the same id and bytes if a crash prevented their record', async () => {
    const messageId = await messageOfRun();
    const lost = Object.assign(Object.create(scene.database) as typeof scene.database, {
      transaction: () => Promise.reject(new Error('lost')),
    });
    await assert.rejects(attemptDelivery({ ...depsOf(), database: lost }, { messageId, attempt: 1 }, signal), /lost/);
    scene.clock.at = new Date(scene.clock.at.getTime() + 10_000);
    status = 204;
    assert.deepEqual(await attempt(messageId, 1), { status: 'delivered' });
    const [first, second] = sent;
    assert.deepEqual([first?.body, first?.headers?.['webhook-id']], [second?.body, messageId]);
    assert.deepEqual(await scene.database.query('select attempt, http_status from webhook_attempts'), [
      { attempt: 1, http_status: 204 },
    ]);
  });

  it('leave the webhook active if another delivery has succeeded meanwhile', async () => {
    const bad = await messageOfRun();
    await attempt(bad, 1);
    status = 200;
    await attempt(await messageOfRun(), 1);
    status = 500;
    await exhaust(bad);
    assert.deepEqual([await statuses(), (await webhook())?.webhook_status], [['exhausted', 'delivered'], 'active']);
  });

  it('disable it even if another delivery succeeded before the first of them', async () => {
    status = 200;
    await attempt(await messageOfRun(), 1);
    status = 500;
    await exhaust(await messageOfRun());
    assert.deepEqual([await statuses(), (await webhook())?.webhook_status], [['delivered', 'exhausted'], 'disabled']);
  });

  it('end at a 410, like all other messages for the same receiver', async () => {
    const [first, second] = [await messageOfRun(), await messageOfRun()];
    status = 410;
    assert.deepEqual(await attempt(first, 1), { status: 'exhausted' });
    assert.deepEqual(await attempt(second, 1), { status: 'dropped' });
    assert.deepEqual([sent.length, await statuses()], [1, ['exhausted', 'dropped']]);
    assert.deepEqual(await webhook(), {
      webhook_status: 'disabled',
      webhook_status_reason: 'The receiver answered 410: it wants no more.',
    });
    const { deliveries } = await createReadDeliveries(scene)(monitorId, { limit: 10 });
    assert.deepEqual(
      deliveries.map(({ id, status: at }) => [id, at]),
      [[first, 'exhausted']],
    );
  });

  it('do not disable a webhook whose URL changed during the last of them', async () => {
    const messageId = await messageOfRun();
    const moved = {
      ...egress,
      request: async (url: string, request: EgressRequest) => {
        await scene.database.query(`update monitors set webhook_url = 'https://other.example.com/'`);
        return egress.request(url, request);
      },
    };
    status = 410;
    assert.deepEqual(await attemptDelivery({ ...depsOf(), egress: moved }, { messageId, attempt: 1 }, signal), {
      status: 'exhausted',
    });
    assert.equal((await webhook())?.webhook_status, 'active');
  });

  for (const [what, change] of [
    ['deleted', `status = 'deleted'`],
    ['left without a webhook', 'webhook_url = null, webhook_status = null'],
    ['told to send nothing', `webhook_status = 'disabled'`],
  ] as const) {
    it(`are not made for a monitor that was ${what}`, async () => {
      const messageId = await messageOfRun();
      await scene.database.query(`update monitors set ${change}`);
      assert.deepEqual(await attempt(messageId, 1), { status: 'dropped' });
      assert.deepEqual([sent.length, await statuses()], [0, ['dropped']]);
    });
  }

  it('are deleted with the monitor, and deliveries with their attempts after 30 days', async () => {
    const [kept, pending] = [await messageOfRun(), await messageOfRun()];
    status = 200;
    await attempt(kept, 1);
    status = 500;
    await attempt(pending, 1);
    const left = async (table: string) => (await scene.database.query(`select * from ${table}`)).length;
    const days = (count: number) => (scene.clock.at = new Date(scene.clock.at.getTime() + count * 24 * HOUR_MS));
    days(29);
    await createPurge(scene.database, scene.clock)();
    assert.deepEqual([await left('webhook_outbox'), await left('webhook_attempts')], [2, 2]);
    days(2);
    await createPurge(scene.database, scene.clock)();
    // What has not arrived is never forgotten.
    assert.deepEqual([await left('webhook_outbox'), await left('webhook_attempts')], [1, 1]);
    await scene.database.query(`update monitors set status = 'deleted'`);
    await forgetMonitor(scene.database, monitorId, signal);
    assert.deepEqual([await left('webhook_outbox'), await left('webhook_attempts')], [0, 0]);
  });

  it('are started once for each message; one that could not be started is retried in the next pass', async () => {
    const [first, second] = [await messageOfRun(), await messageOfRun()];
    const started: string[] = [];
    let failing = first;
    const startWebhookDelivery = async ({ messageId }: { messageId: string }) => {
      if (messageId === failing) throw new Error('away');
      started.push(messageId);
    };
    const pass = () => relayAll({ ...scene, workflows: { startWebhookDelivery } }, signal);
    await assert.rejects(pass(), /away/);
    assert.deepEqual(started, [second]);
    failing = '';
    await pass();
    await pass();
    assert.deepEqual(started, [second, first]);
  });

  it('are restarted if their workflow was lost', async () => {
    const messageId = await messageOfRun();
    const started: string[] = [];
    const pass = () =>
      relayAll(
        {
          ...scene,
          workflows: { startWebhookDelivery: async (one: { messageId: string }) => void started.push(one.messageId) },
        },
        signal,
      );
    await pass();
    await attempt(messageId, 1);
    scene.clock.at = new Date(scene.clock.at.getTime() + 240_000);
    await pass();
    assert.deepEqual(started, [messageId]);
    scene.clock.at = new Date(scene.clock.at.getTime() + 120_000);
    await pass();
    assert.deepEqual(started, [messageId, messageId]);
  });
});
