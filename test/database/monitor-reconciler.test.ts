import assert from 'node:assert/strict';
import type { MissedRun, MonitorSchedule, WantedRun } from '../../services/temporal/monitors.ts';
import { settleMonitors, type MonitorFailures } from '../../services/monitors/reconciler.ts';
import type { BeginOptions } from '../../services/monitors/run/begin.ts';
import type { FinishOptions } from '../../services/monitors/run/finish.ts';
import { HOUR_MS, openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

describe('the reconciler of monitors', () => {
  let scene: MonitorDatabase;
  let schedules: Map<string, MonitorSchedule>;
  let started: string[];
  let madeUp: string[];
  let broken: string | undefined;
  let overtaking: (() => Promise<void>) | undefined;
  let cannotEnd: boolean;
  let errors: string[];
  let workflowState: 'open' | 'closed' | 'absent';
  let settle: (which: 'unsettled' | 'all', timeScale?: number) => Promise<void>;
  beforeEach(async () => {
    scene = await openMonitorDatabase();
    schedules = new Map();
    [started, madeUp, broken] = [[], [], undefined];
    workflowState = 'absent';
    overtaking = undefined;
    const workflows = {
      putMonitorSchedule: async (schedule: MonitorSchedule) => {
        if (schedule.monitorId === broken) throw new Error('no such namespace');
        await overtaking?.();
        schedules.set(schedule.monitorId, schedule);
      },
      dropMonitorSchedule: async (id: string) => void schedules.delete(id),
      startMonitorRun: async ({ monitorId }: WantedRun) => void started.push(monitorId),
      startMissedRun: async ({ monitorId, periodAt }: MissedRun) =>
        void madeUp.push(`${monitorId} ${periodAt.toISOString()}`),
      monitorRunState: async () => workflowState,
    };
    const runs = {
      begin: ({ monitorId, at }: BeginOptions) => scene.begin(monitorId, at),
      finish: async (run: string, { givesUp = false }: FinishOptions) => {
        if (!givesUp && cannotEnd) throw new Error('canceling statement due to statement timeout');
        return scene.finish(run, givesUp);
      },
    };
    cannotEnd = false;
    const failures: MonitorFailures = new Map();
    errors = [];
    const onError = (error: unknown) => void errors.push(String(error));
    settle = async (which, timeScale = 1) => {
      scene.clock.at = new Date(scene.clock.at.getTime() + 60_000);
      await settleMonitors(
        { ...scene, background: scene.database, workflows, runs, timeScale, onError },
        which,
        new AbortController().signal,
        failures,
      );
    };
  });
  afterEach(() => scene.close());

  it('schedules a monitor and starts a run if a crash left only the row', async () => {
    const anchorAt = new Date('2026-03-01T10:00:07.000Z');
    const [id, paused] = [await scene.create(), await scene.create({ status: 'paused', cadence: '2h' })];
    await settle('unsettled');
    assert.deepEqual(started, [id]);
    assert.deepEqual(schedules.get(id), {
      monitorId: id,
      orgId: scene.orgId,
      anchorAt,
      periodMs: 3_600_000,
      jitterMs: 360_000,
      isPaused: false,
      isRecorded: false,
    });
    assert.deepEqual([schedules.get(paused)?.isPaused, schedules.get(paused)?.periodMs], [true, 7_200_000]);
  });

  it('skips settled monitors, except in a complete pass and with another time scale', async () => {
    const id = await scene.create({ status: 'paused' });
    await settle('unsettled');
    for (const [which, scale, isRecorded] of [
      ['unsettled', 1, undefined],
      ['all', 1, true],
      ['unsettled', 60, false],
      ['unsettled', 60, undefined],
      ['all', 60, true],
    ] as const) {
      schedules.clear();
      await settle(which, scale);
      assert.equal(schedules.get(id)?.isRecorded, isRecorded, `${which} ${scale}`);
    }
  });

  it('continues with the others if one monitor fails, and reports the number once', async () => {
    const ids = [await scene.create(), await scene.create(), await scene.create()].toSorted();
    broken = ids[0];
    await settle('unsettled');
    assert.deepEqual([...schedules.keys()], ids.slice(1));
    assert.deepEqual(started.toSorted(), ids);
    assert.deepEqual(errors, [
      'Error: 1 of 3 monitors could not be reconciled and are tried again; the first: no such namespace',
    ]);
  });

  describe('and a lost strike', () => {
    const CREATED = new Date('2026-03-01T10:00:07.000Z').getTime();
    const at = (hours: number) => (scene.clock.at = new Date(CREATED + hours * HOUR_MS));
    const periodAt = (hours: number) => new Date(CREATED + hours * HOUR_MS).toISOString();
    const skipped = async () =>
      (await scene.runs()).map(({ status, period_at: period }) => [status, (period as Date).toISOString()]);
    const settled = async (members: object = {}) => {
      const id = await scene.create(members);
      await scene.begin(id, scene.clock.at, true).then((begun) => scene.finish(begun?.run ?? ''));
      await scene.database.query('delete from monitor_runs');
      await scene.database.query('update monitors set wanted_at = null');
      return id;
    };

    it('starts the run of the current period', async () => {
      const id = await settled();
      at(1.5);
      await settle('unsettled');
      assert.deepEqual([madeUp, await skipped()], [[`${id} ${periodAt(1)}`], []]);
    });

    it('waits for the jitter of a strike', async () => {
      await settled();
      at(1.08);
      await settle('unsettled');
      assert.deepEqual([madeUp, await skipped()], [[], []]);
    });

    it('starts nothing in a period that has its run, or its skipped run', async () => {
      const id = await settled();
      for (const status of ['active', 'paused']) {
        await scene.database.query('delete from monitor_runs');
        at(1.1);
        await scene.database.query('update monitors set status = $1', [status]);
        const begun = await scene.begin(id, scene.clock.at);
        if (begun) await scene.finish(begun.run);
        await scene.database.query(`update monitors set status = 'active'`);
        const before = await skipped();
        at(1.5);
        await settle('unsettled');
        assert.deepEqual([madeUp, await skipped()], [[], before], status);
      }
    });

    it('stores a skipped run for the last past period, and none for earlier ones', async () => {
      const id = await settled();
      at(4.5);
      await settle('unsettled');
      await settle('unsettled');
      assert.deepEqual(await skipped(), [['skipped', periodAt(3)]]);
      assert.deepEqual(new Set(madeUp), new Set([`${id} ${periodAt(4)}`]));
      const [run] = await scene.runs();
      assert.match(String(run?.status_reason), /down or overloaded/);
      assert.deepEqual([run?.started_at, run?.requests_ok, run?.requests_failed], [run?.completed_at, 0, 0]);
    });

    it('waits for the next period if the monitor is paused, or was resumed in this one', async () => {
      const id = await settled();
      await scene.update(id, { status: 'paused' });
      at(1.5);
      await settle('unsettled');
      assert.deepEqual(madeUp, []);
      await scene.update(id, { status: 'active' });
      at(1.6);
      await settle('unsettled');
      assert.deepEqual(madeUp, []);
      at(2.5);
      await settle('unsettled');
      assert.deepEqual([madeUp, await skipped()], [[`${id} ${periodAt(2)}`], []]);
    });

    it('assumes that a run older than the retention took place', async () => {
      await settled({ cadence: '60d' });
      at(60 * 24 + 35 * 24);
      await settle('unsettled');
      assert.deepEqual([madeUp, await skipped()], [[], []]);
    });
  });

  it('writes a schedule again if the monitor changed while it was being written', async () => {
    const id = await scene.create();
    overtaking = async () => {
      overtaking = undefined;
      // The monitor is paused completely before the older state arrives.
      await scene.database.query(
        `update monitors set status = 'paused', revision = revision + 1, scheduled_revision = revision + 1 where id = $1`,
        [id],
      );
    };
    await settle('unsettled');
    assert.equal(schedules.get(id)?.isPaused, true);
    assert.deepEqual(await scene.database.query('select revision = scheduled_revision as told from monitors'), [
      { told: true },
    ]);
  });

  it('deletes the schedule of a monitor that was deleted while it was being written', async () => {
    const id = await scene.create();
    overtaking = async () => {
      overtaking = undefined;
      await scene.database.query(`update monitors set status = 'deleted', revision = revision + 1 where id = $1`, [id]);
    };
    await settle('unsettled');
    assert.equal(schedules.has(id), false);
  });

  it('ends a run whose workflow is gone, and keeps one that is in progress', async () => {
    const id = await scene.create();
    await scene.begin(id, scene.clock.at, true);
    workflowState = 'open';
    await settle('unsettled');
    assert.deepEqual(
      (await scene.runs()).map(({ status }) => status),
      ['running'],
    );
    workflowState = 'closed';
    await settle('unsettled');
    assert.deepEqual(
      (await scene.runs()).map(({ status }) => status),
      ['failed'],
    );
    assert.deepEqual(await scene.database.query('select held from organizations'), [{ held: '0' }]);
  });

  it('gives up a run that cannot be ended, and repairs later ones', async () => {
    scene.found['/one'] = 'Somebody has written a sentence here that has twelve words and a few more.';
    const ids = [await scene.create(), await scene.create()];
    for (const id of ids) await scene.search((await scene.begin(id, scene.clock.at, true))?.run ?? '');
    [workflowState, cannotEnd] = ['closed', true];
    for (let pass = 1; pass <= 3; pass += 1) await settle('unsettled');
    assert.deepEqual(
      (await scene.runs()).map(({ status }) => status),
      ['running', 'running'],
    );
    await settle('unsettled');
    const runs = await scene.runs();
    assert.deepEqual(
      runs.map(({ status, record_count: count }) => [status, count]),
      [
        ['failed', 0],
        ['failed', 0],
      ],
    );
    assert.match(String(runs[0]?.status_reason), /internal error\. The next run will find them again\.$/);
    assert.deepEqual(
      [errors.length, await scene.database.query('select held, balance from organizations')],
      [3, [{ held: '0', balance: '1000' }]],
    );
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
    for (const table of [
      'monitors',
      'monitor_requests',
      'monitor_runs',
      'monitor_run_requests',
      'monitor_records',
      'monitor_memory',
      'monitor_found',
      'webhook_outbox',
    ]) {
      assert.deepEqual(await scene.database.query(`select * from ${table}`), [], table);
    }
  });
});
