import assert from 'node:assert/strict';
import { systemClock } from '../../../../services/core/clock.ts';
import type { Egress } from '../../../../services/egress/egress.ts';
import { newId } from '../../../../services/core/ids.ts';
import { createPoll, type Poll } from '../../../../services/sources/poll/poll.ts';
import { openScene, type Scene } from '../scene.ts';

describe('one poll of a source', () => {
  let scene: Scene;
  let poll: Poll;
  let asked: number;
  let unfollowed: string[];
  beforeEach(async () => {
    scene = await openScene();
    [asked, unfollowed] = [0, []];
    const egress: Egress = {
      request: async () => {
        asked += 1;
        return { status: 'refused', code: 'url_not_accessible', message: 'the host was not found' };
      },
      close: async () => {},
    };
    poll = createPoll({
      ...scene,
      clock: systemClock,
      web: { egress, userAgent: 'test', robotsRefusal: async () => undefined },
      readPage: async () => assert.fail('no page is read'),
      hostTurns: { run: (_url, _signal, work) => work(), close: async () => {} },
      timeScale: 1,
      unfollow: async (sourceId) => void unfollowed.push(sourceId),
    });
  });
  afterEach(() => scene.close());

  const list = (sourceId: string, since = new Date()) => poll.list(sourceId, since, new AbortController().signal);
  const row = async (id: string) => {
    const [found] = await scene.database.query<{ last_error: string | null; consecutive_failures: number }>(
      'select last_error, consecutive_failures from sources where id = $1',
      [id],
    );
    return found;
  };

  it('deletes the schedule that a crash left without a source', async () => {
    const deleted = await scene.source({}, { deleted: true });
    const absent = newId('src');
    for (const id of [deleted, absent]) assert.equal(await list(id), undefined);
    assert.deepEqual([unfollowed, asked], [[deleted, absent], 0]);
  });

  it('sends no request for a suspended organization', async () => {
    const id = await scene.source();
    await scene.database.query('update organizations set suspended_at = now()');
    assert.deepEqual([await list(id), asked], [undefined, 0]);
  });

  it('stores the reason of its failure, and counts a failure once if the step is repeated', async () => {
    const id = await scene.source();
    const since = new Date();
    assert.deepEqual(await list(id, since), { due: 0 });
    await list(id, since);
    assert.deepEqual(await row(id), { last_error: 'the host was not found', consecutive_failures: 1 });
  });

  it('waits longer after each failure', async () => {
    const id = await scene.source();
    await scene.database.query(
      `update sources set consecutive_failures = 3, last_polled_at = now() - interval '3 hours' where id = $1`,
      [id],
    );
    assert.deepEqual([await list(id), asked], [undefined, 0]);
    await scene.database.query(`update sources set last_polled_at = now() - interval '4 hours' where id = $1`, [id]);
    assert.deepEqual([await list(id), asked], [{ due: 0 }, 1]);
    assert.equal((await row(id))?.consecutive_failures, 4);
  });

  it('reads due pages even if its feed cannot be read', async () => {
    const id = await scene.source({ 'https://a.example/': { due: 'read' } });
    assert.deepEqual(await list(id), { due: 1 });
  });
});
