import assert from 'node:assert/strict';
import { signInAs, signInOwner } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';

const WITHIN_MS = 20_000;

describe('the installation in the console', () => {
  let quarry: TestQuarry;
  before(async () => (quarry = await startQuarry({ QUARRY_TEMPORAL_UI_URL: 'https://temporal.example.com/' })));
  after(() => quarry.stop());

  it('reports queues with their workers, the disk, and where Temporal shows a run', async () => {
    const owner = await signInOwner(quarry);
    const { body } = await eventually(
      WITHIN_MS,
      () => owner.call('GET', '/console/service'),
      ({ body: { queues } }) => queues?.[0]?.workers > 0,
    );
    const { temporal_ui: ui, disk, queues } = body;
    assert.equal(ui, 'https://temporal.example.com/namespaces/default/workflows/');
    assert.ok(disk.free_bytes > disk.needed_bytes);
    const names = queues.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, [
      'workflows',
      'fetch',
      'agent',
      'sources',
      'crawls',
      'monitors',
      'pages',
      'webhooks',
      'embeddings',
    ]);
    for (const queue of queues)
      assert.deepEqual([Object.keys(queue), Number.isInteger(queue.workers)], [['name', 'workers'], true]);
  });

  it('reports to operators only how much work of all organizations is waiting', async () => {
    const operator = await signInAs(quarry, 'operator');
    const { queues } = (await operator.call('GET', '/console/service')).body;
    assert.equal(queues.length, 9);
    for (const queue of queues) assert.ok(Number.isInteger(queue.waiting), JSON.stringify(queue));
  });

  it('is not shown to viewers, nor to keys', async () => {
    const viewer = await signInAs(quarry, 'viewer');
    assert.equal((await viewer.call('GET', '/console/service')).status, 403);
    assert.equal((await quarry.call('GET', '/console/service')).status, 401);
  });
});
