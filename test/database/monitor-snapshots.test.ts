import assert from 'node:assert/strict';
import { storeSnapshot } from '../../services/monitors/pages/snapshots.ts';
import { setOutcome } from '../../services/monitors/run/store-outcome.ts';
import { openMonitorDatabase, HOUR_MS, type MonitorDatabase } from './monitor-scene.ts';

const page = (path: string) => ({ url: `https://a.example${path}` });

describe('the kept reads of watched pages', () => {
  let scene: MonitorDatabase;
  before(async () => (scene = await openMonitorDatabase()));
  after(() => scene.close());

  /** A run that reads all its pages; `beforeEnd` happens while it is under way. */
  async function runPages(monitorId: string, beforeEnd = async () => undefined as unknown): Promise<void> {
    scene.clock.at = new Date(scene.clock.at.getTime() + HOUR_MS);
    const { run } = (await scene.begin(monitorId, scene.clock.at)) ?? assert.fail('there was nothing to run');
    const rows = await scene.database.query<{ request_id: string }>(
      'select request_id from monitor_run_requests where run = $1',
      [run],
    );
    for (const { request_id: requestId } of rows) {
      const of = { run, monitorId, requestId };
      const { at: readAt } = scene.clock;
      await setOutcome(scene.database, of, { status: 'ok', completed_at: readAt });
      const read = {
        status: 'read' as const,
        url: 'https://a.example/',
        title: '',
        readAt,
        validators: {},
        places: [{ text: 'Petrels.', recent: '' }],
        added: [],
        removed: [],
      };
      await storeSnapshot(scene.database, of, { read, change: undefined });
    }
    await beforeEnd();
    await scene.finish(run);
  }

  const kept = async (monitorId: string) =>
    (
      await scene.database.query<{ url: string; reads: number }>(
        `select r.request ->> 'url' as url, count(*)::int as reads from monitor_snapshots s join monitor_requests r on r.id = s.request_id
          where s.monitor_id = $1 group by 1 order by 1`,
        [monitorId],
      )
    ).map(({ url, reads }) => [url, reads]);

  it('are the last three', async () => {
    const id = await scene.create({ search_requests: undefined, page_requests: [page('/auks')] });
    for (let run = 0; run < 5; run += 1) await runPages(id);
    assert.deepEqual(await kept(id), [['https://a.example/auks', 3]]);
  });

  it('are those of pages that the monitor still watches', async () => {
    const id = await scene.create({ search_requests: undefined, page_requests: [page('/auks'), page('/terns')] });
    await runPages(id);
    await runPages(id, () => scene.update(id, { page_requests: [page('/terns'), page('/shags')] }));
    assert.deepEqual(await kept(id), [['https://a.example/terns', 2]]);
    await runPages(id);
    assert.deepEqual(await kept(id), [
      ['https://a.example/shags', 1],
      ['https://a.example/terns', 3],
    ]);
  });
});
