import assert from 'node:assert/strict';
import { systemClock } from '../../../services/core/clock.ts';
import { settleSources, type SettleScope } from '../../../services/sources/reconciler.ts';
import { openScene, type Scene } from './scene.ts';

describe('the reconciler of sources', () => {
  let scene: Scene;
  let schedules: Set<string>;
  let broken: string | undefined;
  let errors: string[];
  let settle: (which: SettleScope) => Promise<void>;
  beforeEach(async () => {
    scene = await openScene();
    [schedules, errors, broken] = [new Set(), [], undefined];
    const workflows = {
      followSource: async ({ sourceId }: { sourceId: string }) => {
        if (sourceId === broken) throw new Error('no such namespace');
        schedules.add(sourceId);
      },
      unfollowSource: async (sourceId: string) => void schedules.delete(sourceId),
    };
    settle = (which) =>
      settleSources(
        {
          ...scene,
          background: scene.database,
          workflows,
          clock: systemClock,
          timeScale: 1,
          onError: (error) => void errors.push(String(error)),
        },
        which,
        new AbortController().signal,
      );
  });
  afterEach(() => scene.close());

  it('schedules a source whose schedule a crash prevented', async () => {
    const id = await scene.source({}, { scheduled: false });
    await settle('unsettled');
    assert.deepEqual([...schedules], [id]);
    const [row] = await scene.database.query(
      'select scheduled_at is not null as scheduled from sources where id = $1',
      [id],
    );
    assert.deepEqual(row, { scheduled: true });
  });

  it('skips scheduled sources, except in a complete pass, for a server that lost its schedules', async () => {
    const id = await scene.source();
    await settle('unsettled');
    assert.deepEqual([...schedules], []);
    await settle('all');
    assert.deepEqual([...schedules], [id]);
  });

  it('continues with the others if one source fails, and reports the number once', async () => {
    const ids = [await scene.source({}, { scheduled: false }), await scene.source({}, { scheduled: false })].toSorted();
    broken = ids[0];
    await settle('unsettled');
    assert.deepEqual([...schedules], [ids[1]]);
    assert.deepEqual(errors, [
      'Error: 1 of 2 sources could not be reconciled and are tried again; the first: no such namespace',
    ]);
  });

  it('finishes an interrupted deletion', async () => {
    await scene.documents.index(scene.orgId, [
      { url: 'https://a.example/held', text: 'Words.' },
      { url: 'https://a.example/own', text: 'Words.' },
    ]);
    const id = await scene.source(
      { 'https://a.example/held': { held: true }, 'https://a.example/own': { held: false } },
      { deleted: true },
    );
    schedules.add(id);
    await settle('unsettled');
    assert.deepEqual([...schedules], []);
    assert.deepEqual(await scene.documentUrls(), ['https://a.example/own']);
    assert.deepEqual(await scene.database.query('select id from sources'), []);
    assert.deepEqual(await scene.pages(id), {});
  });
});
