import { join } from 'node:path';
import { findPassages } from './lancedb-hits.ts';
import { TableInUse } from './lancedb-in-use.ts';
import { markerStamp, readMarker, removeMarker } from './lancedb-marker.ts';
import { TableRebuild } from './lancedb-rebuild.ts';
import { removeRows, replaceRows } from './lancedb-rows.ts';
import { foldTable, openTable, type OpenTable } from './lancedb-table.ts';
import { countTerms } from './lancedb-terms.ts';
import {
  IndexUnusableError,
  type IndexedDocument,
  type IndexState,
  type MatchedPassage,
  type PassageIndex,
  type PassageQuery,
} from '../port.ts';
import type { Stages } from '../../core/stages.ts';
import { TermChanges } from '../term-changes.ts';
import { matching } from './full-text-query.ts';
import { queryTerms } from '../../text/terms.ts';

// Queries in progress may still read the files of the previous version; a call that loses its files is repeated.
const KEEP_VERSIONS_MS = 10_000;
// A connection that searches keeps caches of every version that it has seen, whatever the limits of its session
// (LanceDB 0.37.1): 0.7 MB each for a small index. A new connection takes 10 ms to open.
const VERSIONS_OF_A_CONNECTION = 40;
const LOOK_AT_AGE_EVERY_MS = 2_000;

/** Path of the index within the data folder. */
export function indexFolder(dataFolder: string): string {
  return join(dataFolder, 'index');
}

/** The own index as LanceDB files in one folder of this host. The first call opens it. */
export function createLanceIndex({ folder }: { folder: string }): PassageIndex {
  return new LanceIndex(folder);
}

class LanceIndex implements PassageIndex {
  readonly #folder: string;
  #table: Promise<TableInUse> | undefined;
  #rebuild: TableRebuild | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #lookedAtAge = performance.now();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async search(query: PassageQuery, stages?: Stages): Promise<MatchedPassage[]> {
    const wanted = queryTerms(query.query);
    if (wanted.terms.length + wanted.stopWords.length === 0) return [];
    return this.#reading((open) => findPassages(open, wanted, query, stages));
  }

  async upsert(documents: readonly IndexedDocument[]): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documents.length === 0) return changes;
    await this.#writing(async () => {
      const changed = await this.#changing((open) => replaceRows(open, documents, changes));
      await this.#rebuild?.replace(documents, changed);
    });
    return changes;
  }

  async remove(documentIds: readonly string[]): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documentIds.length === 0) return changes;
    await this.#writing(async () => {
      const changed = await this.#changing(({ table }) => removeRows(table, documentIds, changes));
      await this.#rebuild?.remove(documentIds, changed);
    });
    return changes;
  }

  async countTerms(take: (part: TermChanges) => Promise<void>): Promise<void> {
    await this.#writing(() => this.#using(({ table }) => countTerms(table, take)));
  }

  async state(): Promise<IndexState> {
    try {
      return await this.#reading(async ({ table, outdated }) => {
        const [passages, documents] = await Promise.all([table.countRows(), table.countRows('first')]);
        await table
          .query()
          .fullTextSearch(matching({ terms: ['quarri'], stopWords: [] }))
          .limit(1)
          .toArrow();
        return outdated === undefined
          ? { status: 'ready', passages, documents }
          : { status: 'outdated', reason: outdated, passages, documents };
      });
    } catch (error) {
      if (error instanceof IndexUnusableError) return { status: 'unusable', reason: error.message };
      throw error;
    }
  }

  // Runs beside writes, which need not wait for it. Only a concurrent replacement of documents conflicts with it; the
  // fold then runs once more while writes wait.
  async optimize(): Promise<void> {
    const fold = async () => {
      const table = (await readMarker(this.#folder))?.table;
      if (table !== undefined) await foldTable(this.#folder, table, KEEP_VERSIONS_MS);
    };
    try {
      await fold();
    } catch {
      await this.#writing(fold);
    }
  }

  async rebuild(batches: AsyncIterable<readonly IndexedDocument[]>): Promise<void> {
    const rebuild = await this.#writing(async () => (this.#rebuild = await TableRebuild.begin(this.#folder)));
    try {
      for await (const batch of batches) await this.#writing(() => rebuild.add(batch));
      await this.#writing(() => rebuild.finish());
    } finally {
      this.#rebuild = undefined;
      rebuild.close();
    }
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#shut();
  }

  // Another process may have rebuilt the folder, so a failed call is repeated once on a newly opened table. A second
  // failure means damage: the table is marked for the writer, which may be another process.
  async #reading<T>(read: (open: OpenTable) => Promise<T>): Promise<T> {
    try {
      return await this.#using(read);
    } catch {
      // Not awaited: other calls on the table may take long.
      void this.#shut();
    }
    const stamp = await markerStamp(this.#folder);
    try {
      return await this.#using(read);
    } catch (error) {
      await removeMarker(this.#folder, stamp);
      if (error instanceof IndexUnusableError) throw error;
      throw new IndexUnusableError('the index cannot be read', { cause: error });
    }
  }

  // During a rebuild, a table that is damaged, or whose schema does not accept the rows, is about to be replaced.
  /** @returns the name of the table that was changed */
  async #changing(change: (open: OpenTable) => Promise<void>): Promise<string | undefined> {
    try {
      return await this.#using(async (open) => {
        await change(open);
        return open.table.name;
      });
    } catch (error) {
      if (!this.#rebuild) throw error;
      return undefined;
    }
  }

  // One write at a time: two merges of one document would conflict. A failed write does not block the next.
  #writing<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#lastWrite.then(write);
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  async #using<T>(work: (open: OpenTable) => Promise<T>): Promise<T> {
    const stamp = await markerStamp(this.#folder);
    const opening = (this.#table ??= openTable(this.#folder).then((open) => new TableInUse(open)));
    let table: TableInUse;
    try {
      table = await opening;
    } catch (error) {
      if (this.#table === opening) this.#table = undefined;
      throw error;
    }
    if (table.stamp !== stamp && this.#table === opening) void this.#shut();
    if (table.stamp !== stamp) return this.#using(work);
    this.#renewInTime(opening, table);
    // No await in between: the table could close meanwhile.
    return table.run(work);
  }

  /** Runs in parallel with the call. The next call uses the reopened table. */
  #renewInTime(opening: Promise<TableInUse>, table: TableInUse): void {
    const now = performance.now();
    if (now - this.#lookedAtAge < LOOK_AT_AGE_EVERY_MS) return;
    this.#lookedAtAge = now;
    // If a table fails here, the next call that fails reopens it.
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
