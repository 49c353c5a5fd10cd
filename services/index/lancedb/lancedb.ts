import { join } from 'node:path';
import { CurrentTable } from './current-table.ts';
import { findPassages } from './lancedb-hits.ts';
import { readMarker } from './lancedb-marker.ts';
import { TableRebuild } from './lancedb-rebuild.ts';
import { removeRows, writeRows } from './lancedb-rows.ts';
import { PASSAGE_COLUMN } from './passages/packed-passage.ts';
import { RememberedPassages } from './passages/remembered-passages.ts';
import { foldTable, type OpenTable } from './lancedb-table.ts';
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

/** Path of the index within the data folder. */
export function indexFolder(dataFolder: string): string {
  return join(dataFolder, 'index');
}

/** Our own index as LanceDB files in one folder of this host. The first call opens it. */
export function createLanceIndex({ folder }: { folder: string }): PassageIndex {
  return new LanceIndex(folder);
}

class LanceIndex implements PassageIndex {
  readonly #folder: string;
  readonly #current: CurrentTable;
  #rebuild: TableRebuild | undefined;
  readonly #remembered: RememberedPassages;
  #updating: Promise<void> | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
    this.#current = new CurrentTable(folder);
    this.#remembered = new RememberedPassages(folder);
  }

  async search(query: PassageQuery, stages?: Stages): Promise<MatchedPassage[]> {
    const wanted = queryTerms(query.query);
    if (wanted.terms.length + wanted.stopWords.length === 0) return [];
    const reading = { remembered: this.#remembered, stages };
    return this.#current.reading(async (open) => {
      const found = await findPassages(open, wanted, query, reading);
      this.#updateRemembered(open);
      return found;
    });
  }

  async upsert(documents: readonly IndexedDocument[], absent: ReadonlySet<string> = new Set()): Promise<TermChanges> {
    const changes = new TermChanges();
    if (documents.length === 0) return changes;
    await this.#writing(async () => {
      const changed = await this.#changing((open) => writeRows(open, documents, { absent, changes }));
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
    await this.#writing(() => this.#current.using(({ table }) => countTerms(table, take)));
  }

  async state(): Promise<IndexState> {
    try {
      return await this.#current.reading(async ({ table, outdated }) => {
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
    const closing = this.#remembered.close();
    await this.#updating;
    await closing;
    await this.#lastWrite;
    await this.#current.close();
  }

  /** After a search, whose caller does not wait for it. A failure costs the speed of later searches alone. */
  #updateRemembered(open: OpenTable): void {
    if (this.#updating || !open.schema.names.includes(PASSAGE_COLUMN) || !this.#remembered.isOutdated(open)) return;
    this.#updating = this.#current
      .using((current) => this.#remembered.update(current))
      .catch(() => undefined)
      .finally(() => (this.#updating = undefined));
  }

  // During a rebuild, a table that is damaged, or whose schema does not accept the rows, is about to be replaced.
  /** @returns the name of the table that was changed */
  async #changing(change: (open: OpenTable) => Promise<void>): Promise<string | undefined> {
    try {
      return await this.#current.using(async (open) => {
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
}
