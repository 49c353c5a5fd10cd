import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { verifiedInPython } from '../support/python-webhooks.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { startReceiver, verified, type Receiver } from '../support/receiver.ts';

// What escapes in JSON, what takes two, three and four bytes, what changes under normalisation, and a mark of direction.
const NAME = 'Möwen "und" Kormorane \\ \u2028 \u202E e\u0301 日本 🐦\t</script>';
const WITHIN_MS = 20_000;

describe('the official libraries of Standard Webhooks', () => {
  let quarry: TestQuarry;
  let hook: Receiver;
  before(async () => {
    quarry = await startQuarry({ QUARRY_TIME_SCALE: '180000', QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    hook = await startReceiver((count) => (count === 1 ? 503 : 200));
  });
  after(async () => {
    await quarry.stop();
    await hook.close();
  });

  it("verify the service's messages, in Python as in TypeScript, and reject altered ones", async () => {
    const { body } = await quarry.call('POST', '/v1/monitors', {
      name: NAME,
      cadence: '366d',
      search_requests: [{ query: 'cormorants' }],
      webhook: { url: hook.url },
    });
    const secret: string = body.webhook_secret;
    await eventually(
      WITHIN_MS,
      async () => hook.received.length,
      (count) => count === 2,
    );
    const tested = await quarry.call('POST', `/v1/monitors/${body.monitor.monitor_id}/webhook/test`);
    assert.deepEqual(tested.body, { delivered: true, http_status_code: 200 });

    const sent = hook.received.map((one) => ({ ...one, secret }));
    const events = sent.map((one) => verified(secret, one) as { type: string; data: { monitor_name: string } });
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.monitor_name]),
      ['run.completed', 'run.completed', 'webhook.test'].map((type) => [type, NAME]),
    );
    assert.deepEqual(
      await verifiedInPython(sent),
      events.map((event) => ({ event })),
    );

    const [first] = sent;
    assert.ok(first);
    const otherSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const changed = [
      { ...first, text: first.text.replace('run.completed', 'run.completeD') },
      { ...first, text: `${first.text} ` },
      { ...first, headers: { ...first.headers, 'webhook-id': 'msg_0' } },
      {
        ...first,
        headers: { ...first.headers, 'webhook-timestamp': String(Number(first.headers['webhook-timestamp']) + 1) },
      },
      { ...first, secret: otherSecret },
    ];
    assert.deepEqual(
      await verifiedInPython(changed),
      changed.map(() => ({ refused: 'No matching signature found' })),
    );
    for (const one of changed) assert.throws(() => verified(one.secret, one), /No matching signature found/);
  });
});
