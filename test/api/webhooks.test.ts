import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { monitorScene } from '../support/monitors.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';
import { startReceiver, verified, type Answers, type Receiver } from '../support/receiver.ts';

type Body = Answered['body'];

const WITHIN_MS = 20_000;

describe('webhooks of monitors', () => {
  let quarry: TestQuarry;
  const receivers: Receiver[] = [];
  // An hour passes in 20 ms, so that all ten attempts are made within half a second.
  before(async () => (quarry = await startQuarry({ QUARRY_TIME_SCALE: '180000', QUARRY_EGRESS_ALLOW: '127.0.0.0/8' })));
  afterEach(async () => void (await Promise.all(receivers.splice(0).map((one) => one.close()))));
  after(() => quarry.stop());
  const { read, monitor, patch, runsWhen } = monitorScene(() => quarry);

  async function receiver(answers: Answers): Promise<Receiver> {
    const one = await startReceiver(answers);
    receivers.push(one);
    return one;
  }

  async function create(url: string, members: object = {}): Promise<{ id: string; secret: string }> {
    const { status, body } = await quarry.call('POST', '/v1/monitors', { cadence: '366d', search_requests: [{ query: 'cormorants' }], webhook: { url }, ...members });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.monitor.monitor_id, secret: body.webhook_secret };
  }

  const deliveries = async (id: string): Promise<Body[]> => (await read(`${id}/webhook/deliveries`)).deliveries;
  const delivery = async (id: string, status: string): Promise<Body> => {
    const all = await eventually(WITHIN_MS, () => deliveries(id), ([first]) => first?.status === status);
    assert.equal(all[0]?.status, status, JSON.stringify(all));
    return all[0];
  };

  it('tell the end of a run, signed as the official library verifies', async () => {
    const hook = await receiver(() => 204);
    const { id, secret } = await create(hook.url, { name: 'Cormorants' });
    const done = await delivery(id, 'delivered');
    const [run] = await runsWhen(id, (all) => all.length === 1);
    const [message, ...others] = hook.received;
    assert.ok(message);
    assert.deepEqual(others, []);
    const { search_requests: _, ...outcome } = run;
    assert.deepEqual(verified(secret, message), { type: 'run.completed', timestamp: run.completed_at, data: { monitor_name: 'Cormorants', ...outcome } });
    assert.equal(message.headers['content-type'], 'application/json');
    assert.deepEqual(done, { id: message.headers['webhook-id'], event: 'run.completed', run_id: run.run_id, status: 'delivered', attempts: [{ at: done.attempts[0].at, http_status_code: 204 }] });
  });

  it('are sent again with the same id and the same bytes until they arrive', async () => {
    const hook = await receiver((count) => (count < 4 ? 503 : 200));
    const { id, secret } = await create(hook.url);
    const done = await delivery(id, 'delivered');
    assert.deepEqual(done.attempts.map((one: Body) => one.http_status_code), [503, 503, 503, 200]);
    assert.equal(hook.received.length, 4);
    for (const one of hook.received) verified(secret, one);
    assert.deepEqual([...new Set(hook.received.map(({ headers, text }) => `${String(headers['webhook-id'])} ${text}`))].length, 1);
    assert.equal((await monitor(id)).webhook.status, 'active');
  });

  it('are disabled once ten attempts have failed, say why, and are turned on again by hand', async () => {
    const hook = await receiver(() => 500);
    const { id } = await create(hook.url);
    const given = await delivery(id, 'exhausted');
    assert.equal(given.attempts.length, 10);
    assert.equal(hook.received.length, 10);
    const { webhook } = await monitor(id);
    assert.deepEqual([webhook.status, webhook.status_reason], ['disabled', '10 attempts to deliver a message failed. The last one: the receiver answered 500.']);
    const { body } = await patch(id, { webhook: { status: 'active' } });
    assert.deepEqual(body.monitor.webhook, { events: [], status: 'active', url: hook.url });
  });
});
