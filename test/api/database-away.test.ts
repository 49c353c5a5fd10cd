import assert from 'node:assert/strict';
import { status } from '@grpc/grpc-js';
import { MonitorService } from '../../gen/quarry/v1/monitor_pb.js';
import type { BreakableWay } from '../support/breakable-way.ts';
import { eventually } from '../support/eventually.ts';
import { collected, openGrpc } from '../support/grpc.ts';
import { createTestDatabase, openWayTo, type TestDatabase } from '../support/postgres.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('a service whose database is unreachable', () => {
  let scratch: TestDatabase;
  let way: BreakableWay;
  let quarry: TestQuarry;
  before(async () => {
    scratch = await createTestDatabase();
    const opened = await openWayTo(scratch.url);
    way = opened.way;
    quarry = await startQuarry({ DATABASE_URL: opened.url });
  });
  after(async () => {
    await quarry.stop();
    await way.cut();
    await scratch.drop();
  });

  it('is unavailable over each transport, with a retry delay and no internal names, and recovers with the database', async () => {
    const grpc = openGrpc(quarry.grpc);
    const created = await quarry.call('POST', '/v1/monitors', {
      name: 'auks',
      cadence: '1d',
      search_requests: [{ query: 'auk' }],
    });
    const open = () =>
      grpc.stream(MonitorService.method.streamRecords, {
        apiKey: quarry.key,
        monitorId: created.body.monitor.monitor_id,
      });
    const following = open();
    const seen = collected(following);
    assert.equal((await quarry.call('GET', '/v1/account')).status, 200);
    await way.cut();
    for (const path of ['/v1/account', '/v1/monitors', '/v1/agent/runs']) {
      const { status: answered, headers, body } = await quarry.call('GET', path);
      assert.deepEqual([answered, headers.get('retry-after'), body.error.code], [503, '5', 'UNAVAILABLE'], path);
      assert.doesNotMatch(body.error.message, /postgres|database|connect|sql/i);
    }
    const opened = open();
    assert.deepEqual([await collected(opened), (await opened.ended).code], [[], status.UNAVAILABLE]);
    await way.mend();
    await eventually(
      10_000,
      () => quarry.call('GET', '/v1/account'),
      (answer) => answer.status === 200,
    );
    following.cancel();
    assert.deepEqual(await seen, []);
    grpc.close();
  });
});
