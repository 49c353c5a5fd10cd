import type { Database } from '../database/database.ts';
import { IndexAwayError, type IndexedDocument, type SearchIndex } from '../index/port.ts';
import { clearOutbox, readOutbox } from './outbox.ts';
import { readAllDocuments, readDocuments } from './stored-documents.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

const BATCH = 200;
// A document that is not yet folded in costs every search about 0.06 ms a passage; folding costs some 0.15 s.
const FOLD_IN_A_FLOOD = 1_000;
const FOLD_WHEN_DRAINED = 100;

export interface IndexWriter {
  /** Rebuilds the index from PostgreSQL where it is missing, damaged or of another version. */
  makeUsable(): Promise<void>;
  /** Takes the outbox empty; how many entries there were. */
  drain(signal: AbortSignal): Promise<number>;
  /** Rebuilds an index that holds another number of documents than PostgreSQL: a restored backup, an exchanged folder. */
  reconcile(): Promise<void>;
  /** Folds in what is left and looks whether the index is still usable. For quiet moments. */
  rest(): Promise<void>;
}

/** The steps of the one writer. Nothing here is safe beside a second writer. */
export function createIndexWriter({ database, index }: { database: Database; index: SearchIndex }): IndexWriter {
  const vocabulary = createVocabulary(database);
  let unfolded = 0;

  async function fold(): Promise<void> {
    await index.optimize();
    unfolded = 0;
  }

  async function rebuild(): Promise<void> {
    await index.rebuild(learnt(readAllDocuments(database), vocabulary));
    unfolded = 0;
  }

  async function makeUsable(): Promise<void> {
    const state = await index.state();
    if (state.status === 'away') throw new IndexAwayError(state.reason);
    if (state.status === 'unusable') await rebuild();
  }

  return {
    makeUsable,

    async drain(signal) {
      let written = 0;
      while (!signal.aborted) {
        const entries = await drainBatch(database, index, vocabulary);
        if (entries === 0) break;
        written += entries;
        unfolded += entries;
        if (unfolded >= FOLD_IN_A_FLOOD) await fold();
      }
      if (unfolded >= FOLD_WHEN_DRAINED) await fold();
      return written;
    },

    async reconcile() {
      const state = await index.state();
      const expected = await documentsIfDrained(database);
      if (state.status === 'ready' && expected !== undefined && expected !== state.documents) await rebuild();
    },

    async rest() {
      await makeUsable();
      if (unfolded > 0) await fold();
    },
  };
}

/**
 * Takes the oldest entries, puts the documents as they are *now* into the index (so order and repetition do not matter),
 * and only then removes the entries: a crash in between repeats the batch.
 */
async function drainBatch(database: Database, index: SearchIndex, vocabulary: Vocabulary): Promise<number> {
  const entries = await readOutbox(database, BATCH);
  if (entries.length === 0) return 0;
  const ids = [...new Set(entries.map((entry) => entry.document_id))];
  const documents = await readDocuments(database, ids);
  const present = new Set(documents.map((document) => document.documentId));
  await index.upsert(documents);
  await vocabulary.learn(documents);
  await index.remove(ids.filter((id) => !present.has(id)));
  await clearOutbox(database, entries.map((entry) => entry.seq));
  return entries.length;
}

/** A rebuild also learns: the words may have been lost with a database from before there was a vocabulary. */
async function* learnt(batches: AsyncIterable<readonly IndexedDocument[]>, vocabulary: Vocabulary): AsyncGenerator<readonly IndexedDocument[]> {
  for await (const batch of batches) {
    await vocabulary.learn(batch);
    yield batch;
  }
}

/** The number of documents that the index should hold; undefined while entries wait, when it may hold any. */
async function documentsIfDrained(database: Database): Promise<number | undefined> {
  const [row] = await database.query<{ documents: string; waiting: boolean }>(
    'select (select count(*) from documents) as documents, exists (select from index_outbox) as waiting',
  );
  return row && !row.waiting ? Number(row.documents) : undefined;
}
