import { TableInUse } from './lancedb-in-use.ts';
import { markerStamp, removeMarker } from './lancedb-marker.ts';
import { openTable, type OpenTable } from './lancedb-table.ts';
import { IndexUnusableError } from '../port.ts';

// A connection that searches keeps caches of every version that it has seen, whatever the limits of its session
// (LanceDB 0.37.1): 0.7 MB each for a small index. A new connection takes 10 ms to open.
const VERSIONS_OF_A_CONNECTION = 40;
const LOOK_AT_AGE_EVERY_MS = 2_000;

/** The table that the folder's marker names, opened at the first call. */
export class CurrentTable {
  readonly #folder: string;
  #table: Promise<TableInUse> | undefined;
  #lookedAtAge = performance.now();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Another process may have rebuilt the folder, so a failed call is repeated once on a newly opened table. A second
   * failure means damage: the table is marked for the writer, which may be another process.
   *
   * @throws IndexUnusableError
   */
  async reading<T>(read: (open: OpenTable) => Promise<T>): Promise<T> {
    try {
      return await this.#usingAtOnce(read);
    } catch {
      // Not awaited: other calls on the table may take long.
      void this.close();
    }
    const stamp = await markerStamp(this.#folder);
    try {
      return await this.using(read);
    } catch (error) {
      await removeMarker(this.#folder, stamp);
      if (error instanceof IndexUnusableError) throw error;
      throw new IndexUnusableError('the index cannot be read', { cause: error });
    }
  }

  /** As `using`, but looks whether the table is the current one while the work runs. */
  async #usingAtOnce<T>(read: (open: OpenTable) => Promise<T>): Promise<T> {
    const opening = this.#table;
    if (!opening) return this.using(read);
    const table = await opening;
    if (this.#table !== opening) return this.using(read);
    this.#renewInTime(opening, table);
    // No await in between: the table could close meanwhile.
    const [found, stamp] = await Promise.all([table.run(read), markerStamp(this.#folder)]);
    return table.stamp === stamp ? found : this.using(read);
  }

  /** Works on the table that the marker names now. */
  async using<T>(work: (open: OpenTable) => Promise<T>): Promise<T> {
    const stamp = await markerStamp(this.#folder);
    const opening = (this.#table ??= openTable(this.#folder).then((open) => new TableInUse(open)));
    let table: TableInUse;
    try {
      table = await opening;
    } catch (error) {
      if (this.#table === opening) this.#table = undefined;
      throw error;
    }
    if (table.stamp !== stamp && this.#table === opening) void this.close();
    if (table.stamp !== stamp) return this.using(work);
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
        if (age >= VERSIONS_OF_A_CONNECTION && this.#table === opening) return this.close();
        return undefined;
      })
      .catch(() => undefined);
  }

  /** Waits for the calls in progress. The next call opens the table again. */
  async close(): Promise<void> {
    const opening = this.#table;
    this.#table = undefined;
    const table = await opening?.catch(() => undefined);
    await table?.close();
  }
}
