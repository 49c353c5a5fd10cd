import assert from 'node:assert/strict';
import { parseAllowList } from '../../../services/egress/allow-list.ts';
import { createEgress, type Egress } from '../../../services/egress/egress.ts';
import { createGate } from '../../../services/egress/gate.ts';
import { postWebhook } from '../../../services/monitors/webhooks/post.ts';
import { startReceiver, type Answers, type Receiver } from '../../support/receiver.ts';

const message = { id: 'msg_1', body: '{"type":"run.completed"}' };
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const signal = new AbortController().signal;

/** What receivers do, and what comes of it: test/database/webhook-receivers.test.ts. */
describe('posting a webhook', () => {
  const closes: Array<() => Promise<void>> = [];
  afterEach(async () => void (await Promise.all(closes.splice(0).map((close) => close()))));

  function egressFor(
    allow: string,
    addresses: string[] = [],
  ): { egress: Egress; allowList: ReturnType<typeof parseAllowList>; userAgent: string } {
    const allowList = parseAllowList(allow);
    const resolver = {
      resolve4: async () => addresses,
      resolve6: async () => [],
      lookupTrusted: async () => addresses,
    };
    const egress = createEgress(createGate({ allowList, resolver }));
    closes.push(egress.close);
    return { egress, allowList, userAgent: 'Quarry/test' };
  }

  async function receiver(answers: Answers): Promise<Receiver> {
    const one = await startReceiver(answers);
    closes.push(one.close);
    return one;
  }

  it('judges the URL again, by the current rules', async () => {
    const hook = await receiver(() => 200);
    const cases: Array<[string, string[], string]> = [
      [hook.url, [], 'the URL must be an https URL'],
      ['https://hooks.example.com/', ['127.0.0.1'], 'the host has an address that is not public'],
      ['https://hooks.example.com/', ['93.184.216.34', '10.0.0.1'], 'the host has an address that is not public'],
      ['https://hooks.example.com/', [], 'the host was not found'],
    ];
    for (const [url, addresses, error] of cases) {
      const posted = await postWebhook(egressFor('', addresses), { url, secret, message, at: new Date() }, signal);
      assert.deepEqual([posted.isDelivered, posted.httpStatus, posted.error], [false, undefined, error]);
    }
    assert.equal(hook.received.length, 0);
  });

  it('stays cancelled if the caller aborts', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const hook = await receiver(() => () => cancel.abort(reason));
    await assert.rejects(
      postWebhook(egressFor(hook.host), { url: hook.url, secret, message, at: new Date() }, cancel.signal),
      reason,
    );
  });
});
