import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { eventually } from '../support/eventually.ts';
import { callerOf, monitorScene } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';
import { startReceiver, verified, type Answers, type Receiver } from '../support/receiver.ts';

type Body = Answered['body'];

const WITHIN_MS = 20_000;

describe('webhooks of monitors', () => {
  let quarry: TestQuarry;
  const receivers: Receiver[] = [];
  // An hour passes in 20 ms: ten attempts are made within half a second.
  before(async () => (quarry = await startQuarry({ QUARRY_TIME_SCALE: '180000', QUARRY_EGRESS_ALLOW: '127.0.0.0/8' })));
  afterEach(async () => void (await Promise.all(receivers.splice(0).map((one) => one.close()))));
  after(() => quarry.stop());
  const { read, monitor, patch, runNow, runsWhen } = monitorScene(() => quarry);

  async function receiver(answers: Answers): Promise<Receiver> {
    const one = await startReceiver(answers);
    receivers.push(one);
    return one;
  }

  async function create(url: string, members: object = {}): Promise<{ id: string; secret: string }> {
    const { status, body } = await quarry.call('POST', '/v1/monitors', {
      cadence: '366d',
      search_requests: [{ query: 'cormorants' }],
      webhook: { url },
      ...members,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.monitor.monitor_id, secret: body.webhook_secret };
  }

  const deliveries = async (id: string): Promise<Body[]> => (await read(`${id}/webhook/deliveries`)).deliveries;
  const delivery = async (id: string, status: string): Promise<Body> => {
    const all = await eventually(
      WITHIN_MS,
      () => deliveries(id),
      ([first]) => first?.status === status,
    );
    assert.equal(all[0]?.status, status, JSON.stringify(all));
    return all[0];
  };

  it('report the end of a run, with a signature that the official library verifies', async () => {
    const hook = await receiver(() => 204);
    const { id, secret } = await create(hook.url, { name: 'Cormorants' });
    const done = await delivery(id, 'delivered');
    const [run] = await runsWhen(id, (all) => all.length === 1);
    const [message, ...others] = hook.received;
    assert.ok(message);
    assert.deepEqual(others, []);
    const { search_requests: _, ...outcome } = run;
    assert.deepEqual(verified(secret, message), {
      type: 'run.completed',
      timestamp: run.completed_at,
      data: { monitor_name: 'Cormorants', ...outcome },
    });
    assert.equal(message.headers['content-type'], 'application/json');
    assert.deepEqual(done, {
      id: message.headers['webhook-id'],
      event: 'run.completed',
      run_id: run.run_id,
      status: 'delivered',
      attempts: [{ at: done.attempts[0].at, http_status_code: 204 }],
    });
  });

  it('are resent with the same id and the same bytes until they arrive', async () => {
    const hook = await receiver((count) => (count < 4 ? 503 : 200));
    const { id, secret } = await create(hook.url);
    const done = await delivery(id, 'delivered');
    assert.deepEqual(
      done.attempts.map((one: Body) => one.http_status_code),
      [503, 503, 503, 200],
    );
    assert.equal(hook.received.length, 4);
    for (const one of hook.received) verified(secret, one);
    assert.equal(new Set(hook.received.map(({ headers, text }) => `${String(headers['webhook-id'])} ${text}`)).size, 1);
    assert.equal((await monitor(id)).webhook.status, 'active');
  });

  it('are disabled after ten failed attempts, report why, and are re-enabled manually', async () => {
    const hook = await receiver(() => 500);
    const { id } = await create(hook.url);
    const given = await delivery(id, 'exhausted');
    assert.equal(given.attempts.length, 10);
    assert.equal(hook.received.length, 10);
    const { webhook } = await monitor(id);
    assert.deepEqual(
      [webhook.status, webhook.status_reason],
      ['disabled', '10 attempts to deliver a message failed. The last one: the receiver answered 500.'],
    );
    const { body } = await patch(id, { webhook: { status: 'active' } });
    assert.deepEqual(body.monitor.webhook, { events: [], status: 'active', url: hook.url });
  });

  it('are disabled at once by a 410', async () => {
    const hook = await receiver(() => 410);
    const { id } = await create(hook.url);
    const given = await delivery(id, 'exhausted');
    assert.deepEqual(
      given.attempts.map((one: Body) => [one.http_status_code, one.error]),
      [[410, 'the receiver answered 410']],
    );
    assert.deepEqual((await monitor(id)).webhook, {
      events: [],
      status: 'disabled',
      url: hook.url,
      status_reason: 'The receiver answered 410: it wants no more.',
    });
    assert.equal((await monitor(id)).status, 'active');
  });

  it('fail at a redirect and at a reset, and are retried', async () => {
    const reset = (response: ServerResponse) => void response.socket?.resetAndDestroy();
    const redirect = (response: ServerResponse) => void response.writeHead(307, { location: '/elsewhere' }).end();
    const hook = await receiver((count) => [redirect, reset][count - 1] ?? 200);
    const { id } = await create(hook.url);
    const { attempts } = await delivery(id, 'delivered');
    assert.deepEqual(
      attempts.map(({ http_status_code, error }: Body) => [http_status_code, error]),
      [
        [307, 'the receiver answered 307, and redirects are not followed'],
        [undefined, 'the connection was closed before an answer came'],
        [200, undefined],
      ],
    );
  });

  const putOff = (seconds: number) => (response: ServerResponse) =>
    void response.writeHead(503, { 'retry-after': String(seconds) }).end();

  it('wait as long as the receiver requests, whatever the time scale', async () => {
    const hook = await receiver(() => putOff(3_600));
    const { id } = await create(hook.url);
    const waiting = async () =>
      (
        await quarry.database.query<{ seconds: number }>(
          'select extract(epoch from o.due_at - a.at)::float as seconds from webhook_outbox o join webhook_attempts a on a.message_id = o.id where o.monitor_id = $1',
          [id],
        )
      )[0];
    const found = await eventually(WITHIN_MS, waiting, (row) => row !== undefined);
    assert.ok(found && found.seconds >= 3_600 && found.seconds < 3_700, JSON.stringify(found));
    assert.deepEqual((await delivery(id, 'pending')).attempts.length, 1);
  });

  it('are dropped on deletion of the monitor', async () => {
    const hook = await receiver(() => putOff(2));
    const { id } = await create(hook.url);
    await eventually(
      WITHIN_MS,
      async () => hook.received.length,
      (count) => count === 1,
    );
    assert.equal((await quarry.call('DELETE', `/v1/monitors/${id}`)).status, 200);
    const status = async () =>
      (
        await quarry.database.query<{ status: string }>('select status from webhook_outbox where monitor_id = $1', [id])
      )[0]?.status;
    assert.equal(await eventually(WITHIN_MS, status, (one) => one !== 'pending'), 'dropped');
    assert.equal(hook.received.length, 1);
    assert.equal((await quarry.call('GET', `/v1/monitors/${id}/webhook/deliveries`)).status, 404);
  });

  for (const [what, off] of [
    ['disabled', { status: 'disabled' }],
    ['removed', null],
  ] as const) {
    it(`are dropped if the webhook is ${what}, even if it returns at once`, async () => {
      const hook = await receiver((count) => (count === 1 ? putOff(1) : 200));
      const { id, secret } = await create(hook.url);
      await eventually(
        WITHIN_MS,
        () => deliveries(id),
        ([first]) => first?.attempts.length === 1,
      );
      await patch(id, { webhook: off });
      assert.deepEqual(await deliveries(id), []);
      await patch(id, { webhook: { url: hook.url, status: 'active' } });
      const run = await runNow(id);
      const next = await delivery(id, 'delivered');
      const [first, second, ...others] = hook.received;
      assert.ok(first && second);
      assert.deepEqual([next.run_id, next.id, others], [run.run_id, second.headers['webhook-id'], []]);
      // The secret stays what it was.
      verified(secret, second);
      assert.notEqual(first.headers['webhook-id'], second.headers['webhook-id']);
    });
  }

  it('reach their receivers while another does not respond, which times out after 15 s', async () => {
    const dead = await receiver(() => () => undefined);
    const alive = await receiver(() => 200);
    const { id: waiting } = await create(dead.url);
    await eventually(
      WITHIN_MS,
      async () => dead.received.length,
      (count) => count === 1,
    );
    const { id } = await create(alive.url);
    await delivery(id, 'delivered');
    assert.deepEqual(
      (await deliveries(waiting)).map((one) => one.attempts),
      [[]],
    );
    const { body } = await quarry.call('POST', `/v1/monitors/${waiting}/webhook/test`);
    assert.deepEqual(body, { delivered: false, error: 'no answer came within 15 s' });
    const [late] = await eventually(
      WITHIN_MS,
      () => deliveries(waiting),
      ([first]) => first?.attempts.length > 0,
    );
    assert.equal(late?.attempts[0].error, 'no answer came within 15 s');
    await patch(waiting, { webhook: null });
  });

  it('can be tested manually, even while the monitor is paused and its webhook disabled', async () => {
    const hook = await receiver((count) => (count === 1 ? 202 : 404));
    const { id, secret } = await create(hook.url, { name: 'Paused', status: 'paused' });
    await patch(id, { webhook: { status: 'disabled' } });
    const test = async () => (await quarry.call('POST', `/v1/monitors/${id}/webhook/test`)).body;
    assert.deepEqual(
      [await test(), await test()],
      [
        { delivered: true, http_status_code: 202 },
        { delivered: false, http_status_code: 404, error: 'the receiver answered 404' },
      ],
    );
    const [first, second] = hook.received.map((one) => verified(secret, one)) as [Body, Body];
    assert.deepEqual(
      [first.type, first.data, second.type],
      ['webhook.test', { monitor_id: id, monitor_name: 'Paused' }, 'webhook.test'],
    );
    assert.deepEqual(await deliveries(id), []);
    assert.equal((await monitor(id)).webhook.status, 'disabled');
    await patch(id, { webhook: null });
    const without = await quarry.call('POST', `/v1/monitors/${id}/webhook/test`);
    assert.deepEqual([without.status, without.body.error.code], [409, 'CONFLICT']);
  });

  it("are listed with the first KiB of the receiver's response, if there is one", async () => {
    const hook = await receiver(
      (count) => (response) =>
        void (count === 1 ? response.writeHead(500).end('é'.repeat(2_000)) : response.writeHead(204).end()),
    );
    const { id } = await create(hook.url);
    const [first, second] = (await delivery(id, 'delivered')).attempts;
    assert.deepEqual(
      [first.response_body, second.http_status_code, 'response_body' in second],
      ['é'.repeat(512), 204, false],
    );
  });

  it('are listed newest first, in pages', async () => {
    const hook = await receiver(() => 200);
    const { id } = await create(hook.url);
    for (let runs = 0; runs < 2; runs += 1) {
      await runsWhen(id, (all) => all.length > runs);
      await runNow(id);
    }
    const all = await eventually(
      WITHIN_MS,
      () => deliveries(id),
      (some) => some.length === 3,
    );
    const runIds = (await runsWhen(id, () => true)).map((run) => run.run_id);
    assert.deepEqual(
      all.map((one) => one.run_id),
      runIds.toReversed(),
    );
    const page = await read(`${id}/webhook/deliveries?limit=2`);
    assert.deepEqual(
      [page.has_more, page.deliveries.map((one: Body) => one.id)],
      [true, all.slice(0, 2).map((one) => one.id)],
    );
    const rest = await read(`${id}/webhook/deliveries?limit=2&before=${page.deliveries[1].id}`);
    assert.deepEqual([rest.has_more, rest.deliveries.map((one: Body) => one.id)], [false, [all[2]?.id]]);
    for (const query of ['limit=0', 'before=msg_1', 'since=1'])
      assert.equal((await quarry.call('GET', `/v1/monitors/${id}/webhook/deliveries?${query}`)).status, 400, query);
  });

  it('belong to their organization: another one gets not_found, and a key needs the scope', async () => {
    const hook = await receiver(() => 200);
    const { id } = await create(hook.url);
    const { orgId, key } = await quarry.accounts.createOrganization('others', 10);
    const { key: reader } = await quarry.accounts.createKey(orgId, { scopes: ['search'] });
    for (const [method, path] of [
      ['POST', 'webhook/test'],
      ['GET', 'webhook/deliveries'],
    ] as const) {
      const codes = await Promise.all(
        [key, reader].map(async (one) => (await callerOf(quarry, one)(method, `/v1/monitors/${id}/${path}`)).status),
      );
      assert.deepEqual(codes, [404, 403]);
    }
  });
});
