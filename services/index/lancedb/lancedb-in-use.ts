import type { OpenTable } from './lancedb-table.ts';

/**
 * A table that closes only when none of its calls is in progress. The library frees a closed table at once, even if its
 * native threads still work on a call, which ends the process with SIGSEGV.
 */
export class TableInUse {
  readonly #open: OpenTable;
  readonly #calls = new Set<Promise<unknown>>();

  constructor(open: OpenTable) {
    this.#open = open;
  }

  /** Runs calls on the table. Must not be called after `close`. */
  run<T>(work: (open: OpenTable) => Promise<T>): Promise<T> {
    const call = work(this.#open);
    const ended = call.catch(() => undefined).finally(() => this.#calls.delete(ended));
    this.#calls.add(ended);
    return call;
  }

  /** Stamp of the marker that named the table. */
  get stamp(): string {
    return this.#open.stamp;
  }

  /** Number of versions of the table since it was opened. */
  async age(): Promise<number> {
    return (await this.run(({ table }) => table.version())) - this.#open.version;
  }

  /** Waits for the calls in progress, then releases the table's files. */
  async close(): Promise<void> {
    await Promise.all(this.#calls);
    this.#open.table.close();
    this.#open.connection.close();
  }
}
