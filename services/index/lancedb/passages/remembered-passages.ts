import type { Table } from '@lancedb/lancedb';
import { RememberedTable } from './remembered-table.ts';

// Some 400,000 passages of the usual size, whose addresses take about 60 MB of memory.
const MOST_BYTES = 1024 ** 3;
const AFTER_FAILURE_MS = 60_000;

/** The table that is searched. */
export interface SearchedTable {
  table: Table;
  /** Stamp of the marker that named the table. */
  stamp: string;
}

/**
 * Keeps the contents of the searched table's passages beside it, by the addresses of the rows. To find passages in
 * LanceDB takes 1 ms, and to read a column of those found 2 ms more, or 5 ms with their texts.
 */
export class RememberedPassages {
  readonly #folder: string;
  readonly #mostBytes: number;
  #kept: RememberedTable | undefined;
  #stamp = '';
  /** Stamp of a table whose passages do not fit. */
  #tooLarge = '';
  #updatesAt = 0;
  #isClosed = false;

  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** The passages of this table, without some of those that were written since; undefined if they are not kept. */
  of({ stamp }: SearchedTable): RememberedTable | undefined {
    return this.#stamp === stamp ? this.#kept : undefined;
  }

  /** Whether `update` has something to do. */
  isOutdated(open: SearchedTable): boolean {
    if (this.#isClosed || this.#tooLarge === open.stamp || performance.now() < this.#updatesAt) return false;
    const kept = this.of(open);
    return !kept || kept.hasMoved || !kept.hasRoom;
  }

  /** Reads the passages of the table, or the new addresses of its rows. One call at a time; searches go on meanwhile. */
  async update(open: SearchedTable): Promise<void> {
    try {
      const kept = this.of(open);
      if (kept?.hasRoom) await kept.readAddresses(open.table);
      else await this.#replace(open);
    } catch (error) {
      this.#updatesAt = performance.now() + AFTER_FAILURE_MS;
      throw error;
    }
  }

  /** Ends `update`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#forget();
  }

  async #replace({ table, stamp }: SearchedTable): Promise<void> {
    await this.#forget();
    const filled = await RememberedTable.create(this.#folder, this.#mostBytes);
    try {
      await filled.load(table, () => this.#isClosed);
      if (!filled.hasRoom) this.#tooLarge = stamp;
      if (filled.hasRoom && !this.#isClosed) [this.#kept, this.#stamp] = [filled, stamp];
    } finally {
      if (this.#kept !== filled) await filled.close();
    }
  }

  async #forget(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.close();
  }
}
