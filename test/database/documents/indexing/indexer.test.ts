import assert from 'node:assert/strict';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIndexWriter } from '../../../../services/documents/indexing/index-writer.ts';
import { requestRebuild, type RebuildProgress } from '../../../../services/documents/indexing/rebuild-requests.ts';
import { openOutboxListener } from '../../../../services/documents/indexing/outbox-listener.ts';
import { waitForRebuild } from '../../../../services/documents/indexing/wait-for-rebuild.ts';
import { isDrained, readOutbox } from '../../../../services/documents/indexing/outbox.ts';
import { startIndexer } from '../../../../services/documents/indexing/indexer.ts';
import { createLanceIndex } from '../../../../services/index/lancedb/lancedb.ts';
import type { PassageIndex } from '../../../../services/index/port.ts';
import { readDocuments } from '../../../../services/documents/indexing/stored-documents.ts';
import { writeFormerIndex } from '../../../support/former-index.ts';
import { openScene, type Scene } from '../scene.ts';

const given = (name: string, text: string) => ({ url: `https://example.com/${name}`, text });

/** Documents that are in an index of a former schema, as after an update of the program. */
async function storeHerons({ database, documents, folder }: Scene, count: number): Promise<void> {
  await documents.index(
    'org_1',
    Array.from({ length: count }, (_, number) => given(`heron-${number}`, 'The seventh heron waits.')),
  );
  await database.query('delete from index_outbox');
  const rows = await database.query<{ id: string }>('select id from documents');
  await writeFormerIndex(
    folder,
    await readDocuments(
      database,
      rows.map(({ id }) => id),
    ),
  );
}

const methodsOf = (index: PassageIndex): PassageIndex => ({
  search: (query) => index.search(query),
  state: () => index.state(),
  close: () => index.close(),
  upsert: (documents, absent) => index.upsert(documents, absent),
  remove: (documentIds) => index.remove(documentIds),
  optimize: () => index.optimize(),
  rebuild: (batches) => index.rebuild(batches),
  countTerms: (take) => index.countTerms(take),
});

/** Ends the connection of the index writer, and with it its lock. */
async function cutLock({ database }: Scene): Promise<void> {
  await database.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory') and pid <> pg_backend_pid()",
  );
}

describe('the indexer', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  it('makes a document searchable, replaces it and removes it', async () => {
    await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
    await scene.documents.index('org_1', [given('a', 'The bittern booms.')]);
    assert.deepEqual(await scene.found('org_1', 'heron'), []);
    assert.deepEqual(await scene.found('org_1', 'bittern'), ['https://example.com/a']);
    await scene.documents.remove('org_1', ['https://example.com/a']);
    assert.deepEqual(await scene.found('org_1', 'bittern'), []);
    assert.deepEqual(await scene.index.state(), { status: 'ready', passages: 0, documents: 0 });
  });

  it('indexes documents that were written while it was stopped', async () => {
    await scene.documents.index('org_1', [given('a', 'The heron waits.'), given('b', 'A heron too.')]);
    await scene.documents.remove('org_1', ['https://example.com/b']);
    await scene.startIndexer();
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
  });

  it('indexes a single document before the rest of an earlier large call', async () => {
    await scene.documents.index(
      'org_1',
      Array.from({ length: 300 }, (_, number) => given(`bulk-${number}`, 'Many herons wait.')),
    );
    await scene.documents.index('org_1', [given('single', 'The bittern booms.')]);
    const {
      entries: [first],
    } = await readOutbox(scene.database, 1);
    const [single] = await scene.database.query<{ id: string }>(`select id from documents where url like '%single'`);
    assert.equal(first?.document_id, single?.id);
    await scene.startIndexer();
    assert.equal((await scene.found('org_1', 'herons', { max_results: 100 })).length, 100);
    assert.deepEqual(await scene.found('org_1', 'bittern'), ['https://example.com/single']);
  });

  it('repeats a batch that a crash left in the outbox', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    const again = await scene.database.query<{ seq: string }>(
      "insert into index_outbox (document_id, org_id, operation) select id, org_id, 'upsert' from documents returning seq",
    );
    assert.ok(await indexer.drained(again[0]?.seq ?? '', 10_000));
    assert.deepEqual(await scene.index.state(), { status: 'ready', passages: 1, documents: 1 });
  });

  it('rebuilds an index whose folder was deleted while it was stopped', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await indexer.stop();
    await rm(scene.folder, { recursive: true });
    await scene.startIndexer();
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
  });

  it('rebuilds an index whose files were truncated', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await indexer.stop();
    await scene.index.close();
    for (const file of await readdir(scene.folder, { recursive: true, withFileTypes: true })) {
      if (file.isFile() && file.name !== 'built.json') await truncate(join(file.parentPath, file.name), 7);
    }
    await scene.startIndexer();
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
  });

  it('rebuilds an index that lacks documents of the database', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await indexer.stop();
    const [row] = await scene.database.query<{ id: string }>('select id from documents');
    await scene.index.remove([row?.id ?? '']);
    await scene.startIndexer();
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
  });

  it('rebuilds an index whose folder is deleted while it runs, and searches meanwhile are unavailable', async () => {
    await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await rm(scene.folder, { recursive: true });
    await assert.rejects(scene.found('org_1', 'heron'), { code: 'UNAVAILABLE' });
    await scene.documents.index('org_1', [given('b', 'Another heron.')]);
    assert.deepEqual((await scene.found('org_1', 'heron')).sort(), ['https://example.com/a', 'https://example.com/b']);
  });

  it('rebuilds the index on request, and after an interrupted attempt', async () => {
    const indexer = await scene.startIndexer();
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    await indexer.stop();
    await scene.database.query("update documents set text = 'The grebe dives.', content_hash = 'restored'");
    const request = await requestRebuild(scene.database);
    const breaksOff = {
      rebuild: () => Promise.reject(new Error('the disk went away')),
    } as Partial<PassageIndex> as PassageIndex;
    await assert.rejects(
      createIndexWriter({ database: scene.database, index: breaksOff }).serveRequests(),
      /disk went away/,
    );
    assert.equal(await isDrained(scene.database, request, 0), false);
    await scene.startIndexer();
    assert.equal(await isDrained(scene.database, request, 0), true);
    assert.deepEqual(await scene.found('org_1', 'grebe'), ['https://example.com/a']);
  });

  it('keeps an index of an earlier schema searchable during its rebuild, and indexes concurrent writes', async () => {
    await storeHerons(scene, 450);
    await scene.documents.index('org_1', [given('new', 'The bittern booms.')]);
    await scene.documents.remove('org_1', ['https://example.com/heron-7']);
    const during: Array<Promise<string[]>> = [];
    const onRebuild = ({ done, isComplete }: RebuildProgress) => {
      // The second batch is in the new index, and with it what was written before.
      if (done === 400 && !isComplete)
        during.push(scene.found('org_1', 'bittern'), scene.found('org_1', 'heron seventh'));
    };
    const writer = createIndexWriter({ database: scene.database, index: scene.index, onRebuild });
    await writer.makeUsable();
    const [bittern, seventh] = await Promise.all(during);
    assert.deepEqual(bittern, ['https://example.com/new']);
    assert.equal(seventh?.length, 10);
    assert.ok(!seventh.includes('https://example.com/heron-7'));
    assert.deepEqual(await readOutbox(scene.database, 1), { entries: [], hasMore: false });
    assert.deepEqual(await scene.index.state(), { status: 'ready', passages: 450, documents: 450 });
    assert.deepEqual(await scene.found('org_1', 'bittern'), ['https://example.com/new']);
  });

  it('is ready during a long rebuild, and stops without waiting for its end', async () => {
    await storeHerons(scene, 450);
    const held = Promise.withResolvers<void>();
    const { index } = scene;
    const slow: PassageIndex = {
      ...methodsOf(index),
      rebuild: (batches) =>
        index.rebuild(
          (async function* () {
            let count = 0;
            for await (const batch of batches) {
              yield batch;
              await (count === 0 ? sleep(2_100) : held.promise);
              count += 1;
            }
          })(),
        ),
    };
    const indexer = startIndexer({ database: scene.database, index: slow, onError: () => {} });
    await indexer.ready();
    assert.equal((await scene.found('org_1', 'heron')).length, 10);
    assert.equal((await index.state()).status, 'outdated');
    const stopped = indexer.stop();
    held.resolve();
    await stopped;
    assert.equal((await index.state()).status, 'outdated');
  });

  it('lets a caller wait while another process writes, and a request outlives the waiting call', async () => {
    const writing = await openOutboxListener(scene.database);
    assert.ok(await writing.tryLock());
    const request = await requestRebuild(scene.database);
    const waiting = new AbortController();
    const openIndex = () => Promise.reject(new Error('the lock is not ours'));
    const waited = waitForRebuild({ database: scene.database, openIndex }, request, waiting.signal);
    waiting.abort(new Error('enough'));
    await assert.rejects(waited, /enough/);
    assert.equal(await isDrained(scene.database, request, 0), false);
    const waitedAgain = waitForRebuild(
      { database: scene.database, openIndex: async () => createLanceIndex({ folder: scene.folder }) },
      request,
      new AbortController().signal,
    );
    await writing.close();
    await waitedAgain;
    assert.deepEqual(await scene.index.state(), { status: 'ready', passages: 0, documents: 0 });
  });

  it('never writes beside another writer, and takes over when that one stops', async () => {
    const first = await scene.startIndexer();
    const secondIndex = createLanceIndex({ folder: scene.folder });
    const second = startIndexer({ database: scene.database, index: secondIndex, onError: () => {} });
    try {
      await first.stop();
      await second.ready();
      const documents = await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
      assert.equal(documents.accepted, 1);
      assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
    } finally {
      await second.stop();
      await secondIndex.close();
    }
  });

  it('reports an entry without a writer as not drained', async () => {
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    const [row] = await scene.database.query<{ seq: string }>('select max(seq) as seq from index_outbox');
    assert.equal(await isDrained(scene.database, row?.seq ?? '', 30), false);
  });

  it('restarts after its connection was cut', async () => {
    await scene.startIndexer();
    await cutLock(scene);
    await scene.documents.index('org_1', [given('a', 'The heron waits.')]);
    assert.deepEqual(await scene.found('org_1', 'heron'), ['https://example.com/a']);
  });

  it('writes no batch after the one in which its connection was cut, and each document once', async () => {
    const batches: string[] = [];
    const index: PassageIndex = {
      ...methodsOf(scene.index),
      upsert: async (documents, absent) => {
        const changes = await scene.index.upsert(documents, absent);
        if (batches.push('batch') === 1) await cutLock(scene);
        return changes;
      },
    };
    const indexer = startIndexer({ database: scene.database, index, onError: () => batches.push('restart') });
    try {
      await indexer.ready();
      await scene.documents.index(
        'org_1',
        Array.from({ length: 500 }, (_, number) => given(`heron-${number}`, 'The heron waits.')),
      );
      const [row] = await scene.database.query<{ seq: string }>('select max(seq) as seq from index_outbox');
      assert.ok(await indexer.drained(row?.seq ?? '', 10_000));
      assert.deepEqual(batches.slice(0, 3), ['batch', 'restart', 'batch']);
      assert.deepEqual(await scene.index.state(), { status: 'ready', passages: 500, documents: 500 });
    } finally {
      await indexer.stop();
    }
  });
});
