import assert from 'node:assert/strict';
import { Client, Connection, type ScheduleHandle } from '@temporalio/client';
import { connectTemporal, type Temporal } from '../../services/temporal/connect.ts';
import { putMonitorSchedule, type MonitorSchedule } from '../../services/temporal/monitors.ts';
import { eventually } from '../support/eventually.ts';
import { startFollowedSite, type FollowedSite } from '../support/followed-site.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

describe('the schedule of a monitor on its server', function () {
  this.timeout(60_000);
  let quarry: TestQuarry;
  let connection: Connection;
  let temporal: Temporal;
  let followed: FollowedSite;
  before(async () => {
    followed = await startFollowedSite('127.0.0.9');
    quarry = await startQuarry({ QUARRY_EGRESS_ALLOW: '127.0.0.0/8' });
    temporal = await connectTemporal(process.env.QUARRY_TEST_TEMPORAL ?? '', 'default');
    connection = await Connection.connect({ address: process.env.QUARRY_TEST_TEMPORAL ?? '' });
  });
  after(async () => {
    await connection.close();
    await temporal.close();
    await quarry.stop();
    await followed.site.close();
  });

  const stateOf = async (handle: ScheduleHandle) => {
    const { state, spec, policies, info } = await handle.describe();
    return {
      isPaused: state.paused,
      catchupWindow: policies.catchupWindow,
      intervals: spec.intervals,
      changedAt: info.lastUpdatedAt?.getTime(),
    };
  };

  it('is unchanged if it is current, and corrected if it is not', async () => {
    const { monitor } = (
      await quarry.call('POST', '/v1/monitors', { cadence: '90m', search_requests: [{ query: 'auk' }] })
    ).body;
    const client = new Client({ connection });
    const handle = client.schedule.getHandle(monitor.monitor_id);
    const [row] = await quarry.database.query<{ anchorAt: Date; orgId: string }>(
      'select anchor_at as "anchorAt", org_id as "orgId" from monitors',
    );
    assert.ok(row);
    const told: MonitorSchedule = {
      monitorId: monitor.monitor_id,
      ...row,
      periodMs: 5_400_000,
      jitterMs: 540_000,
      isPaused: false,
      isRecorded: true,
    };
    const before = await stateOf(handle);
    await putMonitorSchedule(client, told);
    assert.deepEqual(await stateOf(handle), before);
    assert.equal(before.catchupWindow, told.periodMs);
    // As an earlier release made it, which lost a strike within ten seconds.
    await handle.update((current) => ({ ...current, policies: { ...current.policies, catchupWindow: 10_000 } }));
    await putMonitorSchedule(client, told);
    assert.equal((await stateOf(handle)).catchupWindow, told.periodMs);
    // As an older state that arrived last has left it.
    await handle.pause();
    await putMonitorSchedule(client, told);
    assert.deepEqual({ ...(await stateOf(handle)), changedAt: undefined }, { ...before, changedAt: undefined });
    await handle.update((current) => ({ ...current, spec: { intervals: [{ every: 7_200_000, offset: 1_000 }] } }));
    await putMonitorSchedule(client, told);
    assert.deepEqual((await stateOf(handle)).intervals, before.intervals);
  });

  it('of a source too catches up a strike while its period lasts', async () => {
    followed.page('/one', 'Auks');
    followed.sitemap('/map.xml', { '/one': '2026-01-01' });
    const { source } = (
      await quarry.call('POST', '/v1/sources', { url: `${followed.site.origin}/map.xml`, cadence: '1d' })
    ).body;
    const handle = new Client({ connection }).schedule.getHandle(source.id);
    const catchupWindow = async () => (await handle.describe()).policies.catchupWindow;
    assert.equal(await catchupWindow(), 86_400_000);
    await handle.update((current) => ({ ...current, policies: { ...current.policies, catchupWindow: 10_000 } }));
    await temporal.workflows.followSource({
      sourceId: source.id,
      orgId: 'org_1',
      createdAt: new Date(),
      periodMs: 86_400_000,
    });
    assert.equal(await catchupWindow(), 86_400_000);
  });

  it('starts a missed run under a separate workflow, in the period in which it starts', async () => {
    const { monitor } = (
      await quarry.call('POST', '/v1/monitors', {
        cadence: '1h',
        status: 'paused',
        search_requests: [{ query: 'auk' }],
      })
    ).body;
    const [row] = await quarry.database.query<{ orgId: string; anchorAt: Date }>(
      'update monitors set status = $2, anchor_at = anchor_at - $3::interval where id = $1 returning org_id as "orgId", anchor_at as "anchorAt"',
      [monitor.monitor_id, 'active', '90 minutes'],
    );
    assert.ok(row);
    const periodAt = new Date(row.anchorAt.getTime() + 3_600_000);
    const missed = { monitorId: monitor.monitor_id, orgId: row.orgId, periodAt };
    await Promise.all([temporal.workflows.startMissedRun(missed), temporal.workflows.startMissedRun(missed)]);
    const { runs } = await eventually(
      20_000,
      async () => (await quarry.call('GET', `/v1/monitors/${monitor.monitor_id}/runs`)).body,
      (body) => body.runs.length > 0,
    );
    assert.equal(runs.length, 1);
    assert.deepEqual(
      await quarry.database.query('select period_at as "periodAt" from monitor_runs where monitor_id = $1', [
        monitor.monitor_id,
      ]),
      [{ periodAt }],
    );
  });
});
