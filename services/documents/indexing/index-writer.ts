import type { Database } from '../../database/database.ts';
import { forgetStaleVectors } from '../../embeddings/vectors.ts';
import { IndexUnavailableError, type IndexedDocument, type PassageIndex } from '../../index/port.ts';
import { createTermCounts } from '../../index/statistics/term-counts.ts';
import { createAbsentDocuments } from './absent-documents.ts';
import { createBatchSize } from './batch-size.ts';
import { createFolding } from './folding.ts';
import { clearOutbox, readChanges, readOutbox, type OutboxBatch } from './outbox.ts';
import { rebuildRequests, requestRebuild, notifyingProgress, type RebuildProgress } from './rebuild-requests.ts';
import { readAllDocuments, readDocuments } from './stored-documents.ts';
import { createVocabulary, type Vocabulary } from '../../index/vocabulary.ts';

const FOLD_IN_A_FLOOD = 1_000;
const FOLD_WHEN_DRAINED = 100;
// Batches of entries between two batches of a rebuild, so that a flood of entries cannot stop the rebuild.
const CHANGES_BETWEEN = 2;

export interface IndexWriter {
  /**
   * Rebuilds the index from PostgreSQL if it is missing, damaged or of another version. @param signal as of
   * `serveRequests`
   */
  makeUsable(signal?: AbortSignal): Promise<void>;
  /** Serves pending requests for a rebuild. @param signal ends it between two batches; its reason is rethrown */
  serveRequests(signal?: AbortSignal): Promise<void>;
  /** Indexes all entries of the outbox and returns their number. */
  drain(signal: AbortSignal): Promise<number>;
  /** Rebuilds an index whose number of documents differs from PostgreSQL's, as after a restored backup. */
  reconcile(signal?: AbortSignal): Promise<void>;
  /** Folds in the remaining documents and checks that the index is usable. Called while no entries arrive. */
  rest(signal?: AbortSignal): Promise<void>;
  /** Resolves when no background work is running. */
  settled(): Promise<void>;
}

export interface IndexWriterDeps {
  database: Database;
  index: PassageIndex;
  /** Receives the progress of a rebuild: at its start, after each batch, and at its end. */
  onRebuild?: ((progress: RebuildProgress) => void) | undefined;
  /** Aborts when another writer may start: each step then fails before its next write. Absent: none may. */
  lost?: AbortSignal | undefined;
}

/** The steps of the index writer. No step is safe while a second writer runs. */
export function createIndexWriter({ database, index, onRebuild = () => {}, lost }: IndexWriterDeps): IndexWriter {
  const vocabulary = createVocabulary(database);
  const folding = createFolding(index);
  const counts = createTermCounts(database);
  const absent = createAbsentDocuments(database);
  const size = createBatchSize();

  async function rebuild(signal?: AbortSignal): Promise<void> {
    await folding.settled();
    let last: RebuildProgress = { done: 0, total: 0, isComplete: false };
    const report = (progress: RebuildProgress) => onRebuild((last = progress));
    await counts.begin();
    absent.reset();
    const documents = learnt(readAllDocuments(database), vocabulary);
    await index.rebuild(notifyingProgress(database, besideChanges(documents, signal), report));
    await counts.recount(index);
    report({ ...last, isComplete: true });
    folding.done();
  }

  /** Passes the batches on; after each, indexes concurrent changes both in the searched index and in the new one. */
  async function* besideChanges(
    batches: AsyncIterable<readonly IndexedDocument[]>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly IndexedDocument[]> {
    for await (const batch of batches) {
      signal?.throwIfAborted();
      lost?.throwIfAborted();
      yield batch;
      for (let time = 0; time < CHANGES_BETWEEN && (await writeChanges()); time += 1);
    }
    // The stored statistics belong to the previous index and agree with no other.
    await counts.begin();
  }

  /** Indexes a batch of entries. @returns whether further entries wait */
  async function writeChanges(): Promise<boolean> {
    const batch = await readChanges(database, size.current());
    if (batch.entries.length > 0) await writeBatch(batch);
    return batch.hasMore;
  }

  async function makeUsable(signal?: AbortSignal): Promise<void> {
    const state = await index.state();
    if (state.status === 'away') throw new IndexUnavailableError(state.reason);
    if (state.status === 'unusable' || state.status === 'outdated') await rebuild(signal);
    else if (!(await counts.agree())) await counts.recount(index);
    if (state.status === 'ready') folding.total(state.documents);
  }

  /**
   * Indexes the *current* versions of the documents, so that order and repetition do not matter, and then removes the
   * entries: a crash between the two steps repeats the batch.
   */
  async function writeBatch(batch: OutboxBatch): Promise<void> {
    const { entries, hasMore } = batch;
    const startedAt = performance.now();
    const ids = [...new Set(entries.map((entry) => entry.document_id))];
    const documents = await readDocuments(database, ids);
    const present = new Set(documents.map((document) => document.documentId));
    await counts.begin();
    lost?.throwIfAborted();
    await counts.add(await index.upsert(documents, absent.of(batch)));
    await vocabulary.learn(documents);
    await forgetStaleVectors(database, ids);
    await counts.add(await index.remove(ids.filter((id) => !present.has(id))));
    // Under a flood of entries, the statistics are stored only from time to time.
    // The next writer counts the whole index, with what waits to be counted here. The entries are removed nevertheless:
    // that tells whether the next writer has written them too.
    if (!hasMore && !lost?.aborted) await counts.store();
    await clearWritten(database, batch);
    absent.written(batch);
    size.took(entries.length, performance.now() - startedAt);
  }

  async function serveRequests(signal?: AbortSignal): Promise<void> {
    const requests = await rebuildRequests(database);
    if (requests.length === 0) return;
    await rebuild(signal);
    await clearOutbox(database, requests);
  }

  return {
    makeUsable,
    serveRequests,

    async drain(signal) {
      let written = 0;
      while (!signal.aborted) {
        await absent.begin();
        const batch = await readOutbox(database, size.current());
        const { entries } = batch;
        if (entries.length === 0) break;
        if (entries.some(({ operation }) => operation === 'rebuild')) {
          await serveRequests(signal);
          continue;
        }
        await writeBatch(batch);
        written += entries.length;
        folding.add(entries.length);
        folding.begin(FOLD_IN_A_FLOOD);
      }
      lost?.throwIfAborted();
      await counts.store();
      folding.begin(FOLD_WHEN_DRAINED);
      return written;
    },

    async reconcile(signal) {
      const state = await index.state();
      const expected = await documentsIfDrained(database);
      if (state.status === 'ready' && expected !== undefined && expected !== state.documents) await rebuild(signal);
    },

    async rest(signal) {
      await makeUsable(signal);
      folding.begin();
    },

    settled: folding.settled,
  };
}

/**
 * Another writer, with the lock that this one has lost, may have written entries that are gone: the index may hold
 * documents twice, or former versions of them. One transaction, since nothing would tell so later.
 */
async function clearWritten(database: Database, { entries }: OutboxBatch): Promise<void> {
  await database.transaction(async (sql) => {
    const cleared = await clearOutbox(
      sql,
      entries.map((entry) => entry.seq),
    );
    if (cleared < entries.length) await requestRebuild(sql);
  });
}

/** A rebuild learns the vocabulary too: a restored database may lack it. */
async function* learnt(
  batches: AsyncIterable<readonly IndexedDocument[]>,
  vocabulary: Vocabulary,
): AsyncGenerator<readonly IndexedDocument[]> {
  for await (const batch of batches) {
    await vocabulary.learn(batch);
    yield batch;
  }
}

/**
 * The expected number of documents in the index; undefined while entries are pending, because any number is then
 * correct.
 */
async function documentsIfDrained({ builder }: Database): Promise<number | undefined> {
  const { documents, waiting } = await builder
    .selectNoFrom(({ exists, selectFrom }) => [
      selectFrom('documents')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('documents'),
      exists(selectFrom('index_outbox').select('seq')).as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return waiting ? undefined : Number(documents);
}
