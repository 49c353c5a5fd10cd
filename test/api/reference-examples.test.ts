import assert from 'node:assert/strict';
import { describedOperations } from '../../api/operations/all.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('an example of the reference', () => {
  let quarry: TestQuarry;
  let monitorId: string;
  before(async () => {
    quarry = await startQuarry();
    const { body } = await quarry.call('POST', '/v1/monitors', { cadence: '1d', status: 'paused', search_requests: [{ query: 'a' }] });
    monitorId = body.monitor.monitor_id;
  });
  after(() => quarry.stop());

  for (const { operationId, method, path, body } of describedOperations()) {
    if (!body) continue;
    it(`works when it is sent as it stands: ${operationId}`, async () => {
      const { status, body: answered } = await quarry.call(method, path.replace(':monitor_id', monitorId), body.example);
      assert.ok(status === 200 || status === 201, JSON.stringify(answered));
    });
  }
});
