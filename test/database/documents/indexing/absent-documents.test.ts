import assert from 'node:assert/strict';
import { createIndexWriter } from '../../../../services/documents/indexing/index-writer.ts';
import { requestRebuild } from '../../../../services/documents/indexing/rebuild-requests.ts';
import { readOutbox } from '../../../../services/documents/indexing/outbox.ts';
import type { PassageIndex } from '../../../../services/index/port.ts';
import { openScene, type Scene } from '../scene.ts';

const given = (name: string, text: string) => ({ url: `https://example.com/${name}`, text });
const many = (count: number) => Array.from({ length: count }, (_, n) => given(`bulk-${n}`, 'The heron waits.'));

describe('a document that the index does not hold', () => {
  let scene: Scene;
  let added: Array<ReadonlySet<string> | undefined>;
  beforeEach(async () => {
    scene = await openScene({ documentsPerOrganization: 2_000 });
    added = [];
  });
  afterEach(() => scene.close());

  /** The index, with `after` each upsert; `added` has what each was told to be absent. */
  function observed(after: () => Promise<unknown> = async () => {}): PassageIndex {
    const { index } = scene;
    return {
      search: (query) => index.search(query),
      state: () => index.state(),
      close: () => index.close(),
      upsert: async (documents, absent) => {
        added.push(absent);
        const changes = await index.upsert(documents, absent);
        await after();
        return changes;
      },
      remove: (documentIds) => index.remove(documentIds),
      optimize: () => index.optimize(),
      rebuild: (batches) => index.rebuild(batches),
      countTerms: (take) => index.countTerms(take),
    };
  }

  /** A writer that has found an empty outbox. */
  async function startedWriter(after?: () => Promise<unknown>, lost?: AbortSignal) {
    const writer = createIndexWriter({ database: scene.database, index: observed(after), lost });
    await writer.makeUsable();
    await writer.drain(new AbortController().signal);
    return { drain: () => writer.drain(new AbortController().signal), settled: () => writer.settled() };
  }

  const count = async () => {
    const state = await scene.index.state();
    return state.status === 'ready' ? [state.passages, state.documents] : state;
  };

  it('is added, and its next version replaces it', async () => {
    const writer = await startedWriter();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await writer.drain();
    await scene.documents.index('org_1', [given('a', 'The bittern booms.')]);
    await writer.drain();
    await writer.settled();
    assert.deepEqual(
      added.map((absent) => absent?.size),
      [1, 0],
    );
    assert.deepEqual(await count(), [1, 1]);
  });

  it('is not added twice if a writer ends between the write and the removal of its entry', async () => {
    const writer = await startedWriter(() => Promise.reject(new Error('the writer ended')));
    await scene.documents.index('org_1', many(30));
    await assert.rejects(writer.drain(), /the writer ended/);
    assert.equal(added.at(-1)?.size, 30);
    const next = await startedWriter();
    await next.settled();
    assert.equal(added.at(-1)?.size, 0);
    assert.deepEqual(await count(), [30, 30]);
  });

  it('is not added again if its update in a small call comes before its own entry', async () => {
    const writer = await startedWriter();
    await scene.documents.index('org_1', many(1_200));
    await scene.documents.index('org_1', [given('bulk-1199', 'The bittern booms.')]);
    await writer.drain();
    await writer.settled();
    assert.equal((await readOutbox(scene.database, 1)).entries.length, 0);
    assert.deepEqual(await count(), [1_200, 1_200]);
  });

  it('is not added again after a rebuild that has indexed it', async () => {
    const writer = createIndexWriter({ database: scene.database, index: observed() });
    await scene.documents.index('org_1', many(30));
    await writer.makeUsable();
    await writer.drain(new AbortController().signal);
    await writer.settled();
    assert.deepEqual(await count(), [30, 30]);
  });

  it('is not added again if a running writer has rebuilt the index before its entry is read', async () => {
    const writer = await startedWriter();
    await scene.documents.index('org_1', many(100));
    await requestRebuild(scene.database);
    // Of small calls, so they are written beside the rebuild, and those of the documents after it.
    await scene.database.query(
      `insert into index_outbox (document_id, org_id, operation)
       select document_id, org_id, 'upsert'
         from (select document_id, org_id from index_outbox order by seq limit 1) as first, generate_series(1, 1000)`,
    );
    await writer.drain();
    await writer.settled();
    assert.equal((await readOutbox(scene.database, 1)).entries.length, 0);
    assert.deepEqual(await count(), [100, 100]);
  });

  it('is not in the index if it is deleted before its entry is read', async () => {
    const writer = await startedWriter();
    await scene.documents.index('org_1', many(30));
    await scene.documents.remove('org_1', ['https://example.com/bulk-7']);
    await scene.documents.index('org_1', [given('bulk-8', 'The bittern booms.')]);
    await writer.drain();
    await writer.settled();
    assert.deepEqual(await count(), [29, 29]);
    assert.deepEqual(await scene.found('org_1', 'bittern'), ['https://example.com/bulk-8']);
  });

  for (const [documents, waiting] of [
    [30, 0],
    [400, 300],
  ] as const)
    it(`is left to the next writer, ${waiting} of ${documents}, once the lock is lost`, async () => {
      const losing = new AbortController();
      const writer = await startedWriter(async () => losing.abort(new Error('the lock is lost')), losing.signal);
      await scene.documents.index('org_1', many(documents));
      await assert.rejects(writer.drain(), /the lock is lost/);
      await writer.settled();
      assert.equal((await readOutbox(scene.database, 1_000)).entries.length, waiting);
      assert.deepEqual(await scene.database.query('select agrees from term_counting'), [{ agrees: false }]);
      const next = await startedWriter();
      await next.settled();
      assert.deepEqual(await count(), [documents, documents]);
    });

  it('keeps its entry if two writers wrote it and the rebuild cannot be requested', async () => {
    const asAnother = () =>
      scene.database.query('delete from index_outbox where seq = (select min(seq) from index_outbox)');
    const writer = await startedWriter(asAnother);
    await scene.documents.index('org_1', many(2));
    await scene.database.query("alter table index_outbox add constraint no_requests check (operation <> 'rebuild')");
    await assert.rejects(writer.drain(), /no_requests/);
    assert.equal((await readOutbox(scene.database, 10)).entries.length, 1);
  });

  it('is in an index that is rebuilt if two writers wrote it', async () => {
    const asAnother = () => scene.database.query('delete from index_outbox');
    const writer = await startedWriter(asAnother);
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    const rebuilt: unknown[] = [];
    scene.index.rebuild = ((rebuild) => (batches) => {
      rebuilt.push(batches);
      return rebuild.call(scene.index, batches);
    })(scene.index.rebuild.bind(scene.index));
    await writer.drain();
    assert.equal(rebuilt.length, 1);
    assert.deepEqual(await count(), [1, 1]);
  });
});
