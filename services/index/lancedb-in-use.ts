import type { Table } from '@lancedb/lancedb';

/**
 * A table that is closed only when no call of it is under way. The library frees a closed table at once, under calls that its
 * native threads still work on, which ends the process by SIGSEGV.
 */
export class TableInUse {
  readonly #table: Table;
  readonly #calls = new Set<Promise<unknown>>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Runs calls of the table. Not to be begun after `close`. */
  run<T>(work: (table: Table) => Promise<T>): Promise<T> {
    const call = work(this.#table);
    const ended = call.catch(() => undefined).finally(() => this.#calls.delete(ended));
    this.#calls.add(ended);
    return call;
  }

  /** Waits for the calls under way, then gives the table's files back. */
  async close(): Promise<void> {
    await Promise.all(this.#calls);
    this.#table.close();
  }
}
