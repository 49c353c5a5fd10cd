import assert from 'node:assert/strict';
import { startQuarry } from '../support/quarry.ts';

describe('/readyz', () => {
  it('answers 503 until the service has reported readiness, and 200 from then on', async () => {
    const quarry = await startQuarry({}, { isAnnounced: false });
    const before = await quarry.call('GET', '/readyz');
    assert.deepEqual(
      [before.status, before.body.status, before.body.parts.service.state, before.body.parts.postgresql.state],
      [503, 'unavailable', 'unavailable', 'ready'],
    );
    quarry.markReady();
    const after = await quarry.call('GET', '/readyz');
    assert.deepEqual(
      [after.status, after.body.status, Object.keys(after.body.parts)],
      [200, 'ready', ['postgresql', 'temporal', 'index', 'disk']],
    );
    await quarry.stop();
  });
});
