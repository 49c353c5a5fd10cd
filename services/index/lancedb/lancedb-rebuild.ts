import { randomUUID } from 'node:crypto';
import type { Connection, Table } from '@lancedb/lancedb';
import { readMarker, writeMarker } from './lancedb-marker.ts';
import { addRows, PASSAGE_SCHEMA, removeRows, replaceRows } from './lancedb-rows.ts';
import { createTable, removeOtherTables } from './lancedb-table.ts';
import type { IndexedDocument } from '../port.ts';
import { TermChanges } from '../term-changes.ts';

// Each search of an unfinished table reads rows outside the full-text index one by one. Folding them in takes time in
// proportion to the number of rows.
const FOLD_AT_FACTOR = 2;
const FOLD_FROM_DOCUMENTS = 500;

/**
 * A table that is filled beside the searched one. If there is no searched table, this one is searched from its first
 * documents on. For a single writer, one call at a time.
 */
export class TableRebuild {
  readonly name: string;
  readonly #folder: string;
  readonly #table: Table;
  readonly #connection: Connection;
  // Documents written while the table is filled: they are newer than any batch.
  readonly #written = new Set<string>();
  #documents = 0;
  #folded = FOLD_FROM_DOCUMENTS;

  private constructor(folder: string, name: string, { table, connection }: { table: Table; connection: Connection }) {
    this.#folder = folder;
    this.name = name;
    this.#table = table;
    this.#connection = connection;
  }

  /** Starts with an empty table. Removes what an earlier rebuild left unfinished, unless it is searched. */
  static async begin(folder: string): Promise<TableRebuild> {
    await removeOtherTables(folder, [(await readMarker(folder))?.table]);
    const name = `passages-${randomUUID()}`;
    return new TableRebuild(folder, name, await createTable(folder, name));
  }

  async add(batch: readonly IndexedDocument[]): Promise<void> {
    await addRows(
      { table: this.#table, schema: PASSAGE_SCHEMA },
      batch.filter(({ documentId }) => !this.#written.has(documentId)),
    );
    this.#documents += batch.length;
    await this.#serveIfNothingElse();
  }

  /** @param changed the table that already has the documents */
  async replace(documents: readonly IndexedDocument[], changed: string | undefined): Promise<void> {
    for (const { documentId } of documents) this.#written.add(documentId);
    if (changed === this.name) return;
    await replaceRows({ table: this.#table, schema: PASSAGE_SCHEMA }, documents, new TermChanges());
  }

  /** @param changed the table that already lacks the documents */
  async remove(documentIds: readonly string[], changed: string | undefined): Promise<void> {
    for (const documentId of documentIds) this.#written.add(documentId);
    if (changed === this.name) return;
    await removeRows(this.#table, documentIds, new TermChanges());
  }

  /** Makes this table the searched one, and removes the previous one. */
  async finish(): Promise<void> {
    await this.#table.optimize();
    await writeMarker(this.#folder, { table: this.name, isComplete: true });
    await removeOtherTables(this.#folder, [this.name]);
  }

  close(): void {
    this.#table.close();
    this.#connection.close();
  }

  async #serveIfNothingElse(): Promise<void> {
    const marker = await readMarker(this.#folder);
    const isSearched = marker?.table === this.name;
    if (marker && !isSearched) return;
    if (this.#documents >= this.#folded) {
      await this.#table.optimize();
      this.#folded = this.#documents * FOLD_AT_FACTOR;
    }
    if (!isSearched) await writeMarker(this.#folder, { table: this.name, isComplete: false });
  }
}
