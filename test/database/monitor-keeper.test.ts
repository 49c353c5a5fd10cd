import assert from 'node:assert/strict';
import type { MonitorSchedule, WantedRun } from '../../services/durable/monitors.ts';
import { settleMonitors, type Failures } from '../../services/monitors/keeper.ts';
import type { Ending } from '../../services/monitors/run/finish.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

describe('the keeper of monitors', () => {
  let scene: MonitorDatabase;
  let schedules: Map<string, MonitorSchedule>;
  let started: string[];
  let overtaking: (() => Promise<void>) | undefined;
  let cannotEnd: boolean;
  let errors: string[];
  let workflowState: 'open' | 'closed' | 'absent';
  let settle: (which: 'unsettled' | 'all', timeScale?: number) => Promise<void>;
  beforeEach(async () => {
    scene = await openMonitorDatabase();
    schedules = new Map();
    started = [];
    workflowState = 'absent';
    overtaking = undefined;
    const durable = {
      putMonitorSchedule: async (schedule: MonitorSchedule) => {
        await overtaking?.();
        schedules.set(schedule.monitorId, schedule);
      },
      dropMonitorSchedule: async (id: string) => void schedules.delete(id),
      startMonitorRun: async ({ monitorId }: WantedRun) => void started.push(monitorId),
      monitorRunState: async () => workflowState,
    };
    const runs = {
      finish: async (run: string, { givesUp = false }: Ending) => {
        if (!givesUp && cannotEnd) throw new Error('canceling statement due to statement timeout');
        return scene.finish(run, givesUp);
      },
    };
    cannotEnd = false;
    const failures: Failures = new Map();
    errors = [];
    const onError = (error: unknown) => void errors.push(String(error));
    settle = async (which, timeScale = 1) => {
      scene.clock.at = new Date(scene.clock.at.getTime() + 60_000);
      await settleMonitors({ ...scene, durable, runs, timeScale, onError }, which, new AbortController().signal, failures);
    };
  });
  afterEach(() => scene.close());

  it('schedules and begins what a crash left with its row alone', async () => {
    const anchorAt = new Date('2026-03-01T10:00:07.000Z');
    const [id, paused] = [await scene.create(), await scene.create({ status: 'paused', cadence: '2h' })];
    await settle('unsettled');
    assert.deepEqual(started, [id]);
    assert.deepEqual(schedules.get(id), { monitorId: id, orgId: scene.orgId, anchorAt, periodMs: 3_600_000, jitterMs: 360_000, isPaused: false, isTold: false });
    assert.deepEqual([schedules.get(paused)?.isPaused, schedules.get(paused)?.periodMs], [true, 7_200_000]);
  });

  it('leaves settled monitors alone but for a whole pass, and for another scale of time', async () => {
    const id = await scene.create({ status: 'paused' });
    await settle('unsettled');
    for (const [which, scale, isTold] of [['unsettled', 1, undefined], ['all', 1, true], ['unsettled', 60, false], ['unsettled', 60, undefined], ['all', 60, true]] as const) {
      schedules.clear();
      await settle(which, scale);
      assert.equal(schedules.get(id)?.isTold, isTold, `${which} ${scale}`);
    }
  });

  it('tells a schedule again where a change has overtaken what was told', async () => {
    const id = await scene.create();
    overtaking = async () => {
      overtaking = undefined;
      // Somebody pauses the monitor, and is done with it before the older state arrives.
      await scene.database.query(`update monitors set status = 'paused', revision = revision + 1, scheduled_revision = revision + 1 where id = $1`, [id]);
    };
    await settle('unsettled');
    assert.equal(schedules.get(id)?.isPaused, true);
    assert.deepEqual(await scene.database.query('select revision = scheduled_revision as told from monitors'), [{ told: true }]);
  });

  it('drops the schedule of a monitor that was deleted while it was told', async () => {
    const id = await scene.create();
    overtaking = async () => {
      overtaking = undefined;
      await scene.database.query(`update monitors set status = 'deleted', revision = revision + 1 where id = $1`, [id]);
    };
    await settle('unsettled');
    assert.equal(schedules.has(id), false);
  });

  it('ends a run whose workflow is gone, and leaves one that goes on', async () => {
    const id = await scene.create();
    await scene.begin(id, scene.clock.at, true);
    workflowState = 'open';
    await settle('unsettled');
    assert.deepEqual((await scene.runs()).map(({ status }) => status), ['running']);
    workflowState = 'closed';
    await settle('unsettled');
    assert.deepEqual((await scene.runs()).map(({ status }) => status), ['failed']);
    assert.deepEqual(await scene.database.query('select held from organizations'), [{ held: '0' }]);
  });

  it('gives up a run that cannot be ended, and heals what comes after it', async () => {
    scene.found['/one'] = 'Somebody has written a sentence here that has twelve words and a few more.';
    const ids = [await scene.create(), await scene.create()];
    for (const id of ids) await scene.search((await scene.begin(id, scene.clock.at, true))?.run ?? '');
    [workflowState, cannotEnd] = ['closed', true];
    for (let pass = 1; pass <= 3; pass += 1) await settle('unsettled');
    assert.deepEqual((await scene.runs()).map(({ status }) => status), ['running', 'running']);
    await settle('unsettled');
    const runs = await scene.runs();
    assert.deepEqual(runs.map(({ status, record_count: count }) => [status, count]), [['failed', 0], ['failed', 0]]);
    assert.match(String(runs[0]?.status_reason), /fault on our side\. The next run finds it again\.$/);
    assert.deepEqual([errors.length, await scene.database.query('select held, balance from organizations')], [6, [{ held: '0', balance: '1000' }]]);
    [workflowState, cannotEnd] = ['open', false];
    await scene.run(ids[0] ?? '');
    assert.equal((await scene.runs()).at(-1)?.record_count, 1);
  });

  it('finishes a deletion: nothing of the monitor is left', async () => {
    scene.found['/one'] = 'Somebody has written a sentence here that has twelve words and a few more.';
    const id = await scene.create({ webhook: { url: 'https://hooks.example.com/' } });
    await scene.run(id);
    await settle('unsettled');
    await scene.database.query(`update monitors set status = 'deleted', deleted_at = $1`, [scene.clock.at]);
    await settle('unsettled');
    assert.equal(schedules.has(id), false);
    for (const table of ['monitors', 'monitor_requests', 'monitor_runs', 'monitor_run_requests', 'monitor_records', 'monitor_memory', 'monitor_found', 'webhook_outbox']) {
      assert.deepEqual(await scene.database.query(`select * from ${table}`), [], table);
    }
  });
});
