import assert from 'node:assert/strict';
import { acquireBatchSlot } from '../../services/monitors/run/batch-slots.ts';
import { openMonitorDatabase, type MonitorDatabase } from './monitor-scene.ts';

const SLOT_MS = 60_000;

describe('the slots of an organization for batches', () => {
  let scene: MonitorDatabase;
  before(async () => (scene = await openMonitorDatabase()));
  after(() => scene.close());

  it('are five, and free again when they were not renewed', async () => {
    const { clock } = scene;
    const runs: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const monitorId = await scene.create();
      const [monitor] = await scene.database.query<{ wanted_at: Date }>(
        'select wanted_at from monitors where id = $1',
        [monitorId],
      );
      const begun = await scene.begin(monitorId, monitor?.wanted_at ?? assert.fail(), true);
      runs.push(begun?.run ?? assert.fail());
    }
    const acquire = (at: number) => acquireBatchSlot(scene, runs[at] ?? '', SLOT_MS);
    const [first] = await Promise.all([0, 1, 2, 3, 4].map(acquire));
    assert.equal((await acquire(5)).status, 'unavailable');
    assert.ok(first?.status === 'acquired');
    clock.at = new Date(clock.at.getTime() + SLOT_MS / 2);
    await first.renew();
    clock.at = new Date(clock.at.getTime() + SLOT_MS / 2 + 1);
    for (const at of [1, 2, 3, 4]) assert.equal((await acquire(at)).status, 'acquired');
    assert.equal((await acquire(5)).status, 'unavailable');
    await first.release();
    assert.equal((await acquire(5)).status, 'acquired');
    assert.equal((await acquire(6)).status, 'unavailable');
  });
});
