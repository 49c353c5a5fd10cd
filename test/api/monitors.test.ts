import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type Answered, type TestQuarry } from '../support/quarry.ts';

const WITHIN_MS = 15_000;

describe('monitors over REST', () => {
  let quarry: TestQuarry;
  before(async () => {
    // An hour passes in a second.
    quarry = await startQuarry({ QUARRY_TIME_SCALE: '3600' });
  });
  after(() => quarry.stop());

  const index = async (documents: Array<{ url: string; title?: string; text: string }>) => {
    const { status, body } = await quarry.call('POST', '/v1/documents', { documents });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const create = async (members: object) => {
    const { status, body } = await quarry.call('POST', '/v1/monitors', { cadence: '366d', search_requests: [{ query: 'cormorants' }], ...members });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const get = async (path: string) => {
    const { status, body } = await quarry.call('GET', `/v1/monitors/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const runsWhen = (id: string, passes: (runs: Answered['body'][]) => boolean) => eventually(WITHIN_MS, async () => (await get(`${id}/runs`)).runs, passes);

  it('runs at its creation and delivers what it found', async () => {
    await index([{ url: 'https://birds.example.com/a', title: 'Cormorants', text: 'Cormorants dry their wings on the harbour wall after every dive they make for herring.' }]);
    const { monitor, webhook_secret } = await create({ name: 'birds' });
    assert.match(webhook_secret, /^whsec_/);
    const [run] = await runsWhen(monitor.monitor_id, (runs) => runs.length === 1);
    assert.equal(run.status, 'completed');
    const { records, has_more } = await get(`${monitor.monitor_id}/records`);
    assert.equal(has_more, false);
    assert.deepEqual(records.map((one: Answered['body']) => one.search_result.document.url), ['https://birds.example.com/a']);
  });
});
