import { bestFirst } from '../best-first.ts';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import type { Table as ArrowTable } from 'apache-arrow';
import { filterSql } from './filter.ts';
import { TableInUse } from './lancedb-in-use.ts';
import { createTable, foldTable, openTable, removeMarker, writeMarker } from './lancedb-table.ts';
import { partsOf } from '../../core/parts-of.ts';
import { countTerms, ofDocuments, termsOfDocuments } from './lancedb-terms.ts';
import { passageRows, termsOfRows, type PassageRow } from '../passage-rows.ts';
import {
  IndexUnusableError,
  type IndexedDocument,
  type IndexState,
  type MatchedPassage,
  type PassageIndex,
  type PassageQuery,
} from '../port.ts';
import { TermChanges } from '../term-changes.ts';
import { fullTextQuery, matching } from './full-text-query.ts';
import { queryTerms, type Terms } from '../../text/terms.ts';

// Queries in flight may still read the files of the version before; a call that loses them is made again.
const KEEP_VERSIONS_MS = 10_000;
// A connection that searches keeps caches of every version that it has seen, under any bounds of its session (LanceDB
// 0.37.1): 0.7 MB each for a small index. Opening another one takes 10 ms.
const VERSIONS_OF_A_CONNECTION = 40;
const LOOK_AT_AGE_EVERY_MS = 2_000;
// Arrow batches of rows far beyond this take more memory than they save time.
const ROWS_A_WRITE = 5_000;

const FOUND_COLUMNS = [
  'document_id',
  'content_hash',
  'ordinal',
  'passage_count',
  'words',
  'passage_start',
  'path',
  'is_contents',
  'terms',
  '_score',
];

/** Where the index lies within the data folder. */
export function indexFolder(dataFolder: string): string {
  return join(dataFolder, 'index');
}

/** The own index as LanceDB files in one folder of this host. Opens with the first call. */
export function createLanceIndex({ folder }: { folder: string }): PassageIndex {
  return new LanceIndex(folder);
}

class LanceIndex implements PassageIndex {
  readonly #folder: string;
  #table: Promise<TableInUse> | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #lookedAtAge = performance.now();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async search(query: PassageQuery): Promise<MatchedPassage[]> {
    const wanted = queryTerms(query.query);
    if (wanted.terms.length + wanted.stopWords.length === 0) return [];
    return this.#reading((table) => findPassages(table, wanted, query));
  }

  async upsert(documents: readonly IndexedDocument[]): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documents.length === 0) return changes;
    await this.#writing(async () => {
      await this.#using(async (table) => {
        for (const part of inParts(documents)) await replaceRows(table, part, changes);
      });
    });
    return changes;
  }

  async remove(documentIds: readonly string[]): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documentIds.length === 0) return changes;
    await this.#writing(async () => {
      await this.#using(async (table) => {
        changes.remove(await termsOfDocuments(table, documentIds));
        await table.delete(ofDocuments(documentIds));
      });
    });
    return changes;
  }

  async countTerms(take: (part: TermChanges) => Promise<void>): Promise<void> {
    await this.#writing(() => this.#using((table) => countTerms(table, take)));
  }

  async state(): Promise<IndexState> {
    try {
      return await this.#reading(async (table) => {
        const [passages, documents] = await Promise.all([table.countRows(), table.countRows('first')]);
        await table
          .query()
          .fullTextSearch(matching({ terms: ['quarri'], stopWords: [] }))
          .limit(1)
          .toArray();
        return { status: 'ready', passages, documents };
      });
    } catch (error) {
      if (error instanceof IndexUnusableError) return { status: 'unusable', reason: error.message };
      throw error;
    }
  }

  // Beside writes, which need not wait for it: only documents that are replaced in that moment get in its way, and then it
  // is done once more while writes wait.
  async optimize(): Promise<void> {
    const fold = () => foldTable(this.#folder, KEEP_VERSIONS_MS);
    try {
      await fold();
    } catch {
      await this.#writing(fold);
    }
  }

  async rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void> {
    await this.#writing(async () => {
      await this.#shut();
      const table = await createTable(this.#folder);
      for await (const batch of batches) {
        for (const part of inParts(batch)) await table.add(rowsOf(part));
      }
      await table.optimize();
      await writeMarker(this.#folder);
      table.close();
    });
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#shut();
  }

  // Another process may have rebuilt the folder, so a failed call is tried once more on a table opened anew.
  // What fails again is damage: it is marked for the writer, which may be another process.
  async #reading<T>(read: (table: Table) => Promise<T>): Promise<T> {
    try {
      return await this.#using(read);
    } catch {
      // Not waited for: other calls of the table may take their time.
      void this.#shut();
    }
    try {
      return await this.#using(read);
    } catch (error) {
      if (error instanceof IndexUnusableError) throw error;
      await removeMarker(this.#folder);
      throw new IndexUnusableError('the index cannot be read', { cause: error });
    }
  }

  // One at a time: two merges of one document would conflict. A failed write does not block the next.
  #writing<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#lastWrite.then(write);
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  async #using<T>(work: (table: Table) => Promise<T>): Promise<T> {
    const opening = (this.#table ??= openTable(this.#folder).then((open) => new TableInUse(open)));
    let table: TableInUse;
    try {
      table = await opening;
    } catch (error) {
      if (this.#table === opening) this.#table = undefined;
      throw error;
    }
    this.#renewInTime(opening, table);
    // Without a step in between, in which the table could be closed.
    return table.run(work);
  }

  /** Beside the call: what is opened anew is used by the next one. */
  #renewInTime(opening: Promise<TableInUse>, table: TableInUse): void {
    const now = performance.now();
    if (now - this.#lookedAtAge < LOOK_AT_AGE_EVERY_MS) return;
    this.#lookedAtAge = now;
    // A table that fails is opened anew by the call that it fails.
    void table
      .age()
      .then((age) => {
        if (age >= VERSIONS_OF_A_CONNECTION && this.#table === opening) return this.#shut();
        return undefined;
      })
      .catch(() => undefined);
  }

  async #shut(): Promise<void> {
    const opening = this.#table;
    this.#table = undefined;
    const table = await opening?.catch(() => undefined);
    await table?.close();
  }
}

async function findPassages(table: Table, wanted: Terms, query: PassageQuery): Promise<MatchedPassage[]> {
  const found = await table
    .query()
    .fullTextSearch(fullTextQuery(wanted, query))
    .where(filterSql(query))
    .select(FOUND_COLUMNS)
    .limit(query.limit)
    .toArrow();
  // Rows that are not yet folded into the full-text index come in no order.
  return hitsOf(found).sort(bestFirst);
}

// Column by column: Arrow's row objects would cost more than the ranking.
function hitsOf(found: ArrowTable): MatchedPassage[] {
  const [documentId, contentHash, ordinal, passageCount, words, passageStart, path, isContents, terms, score] =
    FOUND_COLUMNS.map((name) => found.getChild(name));
  return Array.from({ length: found.numRows }, (_, row) => {
    const start = Number(passageStart?.get(row));
    const text = String(words?.get(row));
    return {
      documentId: String(documentId?.get(row)),
      contentHash: String(contentHash?.get(row)),
      ordinal: Number(ordinal?.get(row)),
      passageCount: Number(passageCount?.get(row)),
      heading: text.slice(0, start),
      path: String(path?.get(row)),
      isContents: isContents?.get(row) === true,
      text: text.slice(start),
      terms: String(terms?.get(row)),
      score: Number(score?.get(row)),
    };
  });
}

// One commit: at no moment is a document there twice or not at all.
async function replaceRows(table: Table, documents: readonly IndexedDocument[], changes: TermChanges): Promise<void> {
  const ids = documents.map((document) => document.documentId);
  const former = await termsOfDocuments(table, ids);
  const rows = rowsOf(documents);
  await table
    .mergeInsert('id')
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .whenNotMatchedBySourceDelete({ where: ofDocuments(ids) })
    .execute(rows);
  changes.remove(former);
  changes.add(termsOfRows(rows));
}

function rowsOf(documents: readonly IndexedDocument[]): PassageRow[] {
  return documents.flatMap(passageRows);
}

/** Groups of documents with about ROWS_A_WRITE passages at most, judged by their length. */
function inParts(documents: readonly IndexedDocument[]): Generator<IndexedDocument[]> {
  return partsOf(documents, ROWS_A_WRITE * 1_500, ({ text }) => text.length);
}
