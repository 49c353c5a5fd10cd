import assert from 'node:assert/strict';
import { clearOutbox, readOutbox } from '../../../../services/documents/indexing/outbox.ts';
import { openScene, type Scene } from '../scene.ts';

const given = (name: string, text: string) => ({ url: `https://example.com/${name}`, text });
const many = (count: number, text: string) => Array.from({ length: count }, (_, n) => given(`bulk-${n}`, text));

describe('a batch of the outbox', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene({ documentsPerOrganization: 2_000 });
  });
  afterEach(() => scene.close());

  it('has as many entries of large calls as were asked for', async () => {
    await scene.documents.index('org_1', many(1_100, 'The heron waits.'));
    const { entries, hasMore } = await readOutbox(scene.database, 1_000);
    assert.equal(entries.length, 1_000);
    assert.equal(hasMore, true);
    await clearOutbox(
      scene.database,
      entries.map(({ seq }) => seq),
    );
    const rest = await readOutbox(scene.database, 1_000);
    assert.equal(rest.entries.length, 100);
    assert.equal(rest.hasMore, false);
  });

  it('is short if a small call waits for it, and has entries of large calls too', async () => {
    await scene.documents.index('org_1', many(300, 'The heron waits.'));
    await scene.documents.index('org_1', [given('single', 'The bittern booms.')]);
    const { entries, hasMore } = await readOutbox(scene.database, 1_000);
    assert.equal(entries.length, 100);
    assert.equal(hasMore, true);
  });

  it('holds no more text than fits in memory several times', async () => {
    await scene.documents.index('org_1', many(30, 'The heron waits. '.repeat(60_000)));
    const { entries, hasMore } = await readOutbox(scene.database, 1_000);
    assert.equal(entries.length, 8);
    assert.equal(hasMore, true);
  });
});
