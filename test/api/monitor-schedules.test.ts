import assert from 'node:assert/strict';
import { Client, Connection, type ScheduleHandle } from '@temporalio/client';
import { putMonitorSchedule, type MonitorSchedule } from '../../services/durable/monitors.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('the schedule of a monitor on its server', () => {
  let quarry: TestQuarry;
  let connection: Connection;
  before(async () => {
    quarry = await startQuarry();
    connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
  });
  after(async () => {
    await connection.close();
    await quarry.stop();
  });

  const stateOf = async (handle: ScheduleHandle) => {
    const { state, spec, info } = await handle.describe();
    return { isPaused: state.paused, intervals: spec.intervals, changedAt: info.lastUpdatedAt?.getTime() };
  };

  it('is left alone where it is as it was told, and made right where it is not', async () => {
    const { monitor } = (await quarry.call('POST', '/v1/monitors', { cadence: '90m', search_requests: [{ query: 'auk' }] })).body;
    const client = new Client({ connection });
    const handle = client.schedule.getHandle(monitor.monitor_id);
    const [row] = await quarry.database.query<{ anchorAt: Date; orgId: string }>('select anchor_at as "anchorAt", org_id as "orgId" from monitors');
    assert.ok(row);
    const told: MonitorSchedule = { monitorId: monitor.monitor_id, ...row, periodMs: 5_400_000, jitterMs: 540_000, isPaused: false, isTold: true };
    const before = await stateOf(handle);
    await putMonitorSchedule(client, told);
    assert.deepEqual(await stateOf(handle), before);
    // As an older state that arrived last has left it.
    await handle.pause();
    await putMonitorSchedule(client, told);
    assert.deepEqual({ ...(await stateOf(handle)), changedAt: undefined }, { ...before, changedAt: undefined });
    await handle.update((current) => ({ ...current, spec: { intervals: [{ every: 7_200_000, offset: 1_000 }] } }));
    await putMonitorSchedule(client, told);
    assert.deepEqual((await stateOf(handle)).intervals, before.intervals);
  });
});
