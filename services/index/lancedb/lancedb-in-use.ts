import type { OpenTable } from './lancedb-table.ts';

/**
 * A table that is closed only when no call of it is under way. The library frees a closed table at once, under calls that its
 * native threads still work on, which ends the process by SIGSEGV.
 */
export class TableInUse {
  readonly #open: OpenTable;
  readonly #calls = new Set<Promise<unknown>>();

  constructor(open: OpenTable) {
    this.#open = open;
  }

  /** Runs calls of the table. Not to be begun after `close`. */
  run<T>(work: (open: OpenTable) => Promise<T>): Promise<T> {
    const call = work(this.#open);
    const ended = call.catch(() => undefined).finally(() => this.#calls.delete(ended));
    this.#calls.add(ended);
    return call;
  }

  /** Of the marker that named the table. */
  get stamp(): string {
    return this.#open.stamp;
  }

  /** How many versions of the table there were since it was opened. */
  async age(): Promise<number> {
    return (await this.run(({ table }) => table.version())) - this.#open.version;
  }

  /** Waits for the calls under way, then gives the table's files back. */
  async close(): Promise<void> {
    await Promise.all(this.#calls);
    this.#open.table.close();
    this.#open.connection.close();
  }
}
