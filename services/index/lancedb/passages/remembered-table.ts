import { setImmediate as nextRound } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { KEY_COLUMN, originOf, PASSAGE_COLUMN } from './packed-passage.ts';
import { PassageFile, type Slot } from './passage-file.ts';
import { SlotsByDocument } from './slots-by-document.ts';
import { SlotsByRow } from './slots-by-row.ts';
import { int64s, partsOf, ROW, rowsOf, type StoredRow } from './stored-rows.ts';

// Replaced passages stay in the file. It is written anew once they outnumber the others.
const MOST_RECORDS_A_ROW = 2;
const FEWEST_RECORDS = 10_000;

/** The passages of one table, by the addresses of its rows. */
export class RememberedTable {
  readonly #file: PassageFile;
  readonly #mostBytes: number;
  readonly #byKey = new Map<bigint, Slot>();
  readonly #byRow = new SlotsByRow();
  readonly #byDocument = new SlotsByDocument();
  #isClosed = false;
  #hasMoved = false;
  #hasRoom = true;

  private constructor(file: PassageFile, mostBytes: number) {
    this.#file = file;
    this.#mostBytes = mostBytes;
  }

  static async create(folder: string, mostBytes: number): Promise<RememberedTable> {
    return new RememberedTable(await PassageFile.create(folder), mostBytes);
  }

  /** Whether rows of known passages have new addresses. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** False: the passages take more than `mostBytes`, those that were replaced included, or one could not be written. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** The packed passages of these rows, by row, without those that are not known. */
  async read(rows: readonly bigint[]): Promise<Map<bigint, Buffer>> {
    const known = rows.flatMap((row) => {
      const slot = this.#byRow.get(row);
      return slot === undefined ? [] : [{ row, slot }];
    });
    if (this.#isClosed) return new Map();
    const records = await this.#file.read(known.map(({ slot }) => slot)).catch((): Buffer[] => []);
    return new Map(records.flatMap((record, place) => (known[place] ? [[known[place].row, record]] : [])));
  }

  /**
   * The packed passages of those of these documents that have one of the audiences.
   *
   * @returns undefined if a document is not known as a whole or in several versions, or if there are more than `most`
   *   passages
   */
  async ofDocuments(
    documentIds: readonly string[],
    audiences: ReadonlySet<string>,
    most: number,
  ): Promise<Buffer[] | undefined> {
    const versions = documentIds.map((id) => this.#byDocument.of(id));
    if (this.#isClosed || versions.includes(undefined)) return undefined;
    const slots = versions.flatMap((version) => (version && audiences.has(version.audience) ? version.slots : []));
    return slots.length > most ? undefined : this.#file.read(slots).catch(() => undefined);
  }

  /** Reads rows from the table and keeps them. Rows that were moved or removed meanwhile are absent. */
  async learn(table: Table, rows: readonly bigint[]): Promise<Map<bigint, Buffer>> {
    const read = await table
      .takeRowIds([...rows])
      .select([KEY_COLUMN, PASSAGE_COLUMN])
      .withRowId()
      .toArrow();
    const found = read.batches.flatMap(rowsOf);
    this.#hasMoved ||= found.some(({ key, row }) => this.#byKey.has(key) && this.#byRow.get(row) === undefined);
    // Without a place for them, the search still has what it read.
    await this.#keep(found).catch(() => (this.#hasRoom = false));
    return new Map(found.map(({ row, packed }) => [row, packed]));
  }

  /** Reads all passages. Ends early when they do not fit, or when `isEnded` says so. */
  async load(table: Table, isEnded: () => boolean): Promise<void> {
    for await (const batch of table.query().select([KEY_COLUMN, PASSAGE_COLUMN]).withRowId()) {
      for (const part of partsOf(batch)) {
        await nextRound();
        if (isEnded() || !this.#hasRoom) return;
        await this.#keep(rowsOf(part));
      }
    }
  }

  /** Reads the addresses of all rows anew. Those that a search learns meanwhile stay known. */
  async readAddresses(table: Table): Promise<void> {
    this.#byRow.beginAnew();
    let count = 0;
    for await (const batch of table.query().select([KEY_COLUMN]).withRowId()) {
      count += batch.numRows;
      for (const part of partsOf(batch)) {
        await nextRound();
        if (this.#isClosed) return;
        this.#addPresent(int64s(part, ROW), int64s(part, KEY_COLUMN));
      }
    }
    const present = this.#byRow.endAnew();
    this.#hasMoved = false;
    await this.#byDocument.keep(present);
    this.#hasRoom &&= this.#file.records <= Math.max(FEWEST_RECORDS, MOST_RECORDS_A_ROW * count);
  }

  /** Searches that still read get nothing, and read the table. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#file.close();
  }

  async #keep(rows: readonly StoredRow[]): Promise<void> {
    if (this.#isClosed) return;
    const unknown = rows.filter(({ key }) => !this.#byKey.has(key));
    const first = await this.#file.append(unknown.map(({ packed }) => packed));
    // Another search may have kept them meanwhile.
    for (const [place, { key }] of unknown.entries()) if (!this.#byKey.has(key)) this.#byKey.set(key, first + place);
    for (const { key, row, packed } of rows) this.#place(row, packed, this.#byKey.get(key));
    this.#hasRoom &&= this.#file.bytes <= this.#mostBytes;
  }

  #addPresent(rows: readonly bigint[], keys: readonly bigint[]): void {
    for (const [place, row] of rows.entries()) {
      const slot = this.#byKey.get(keys[place] ?? 0n);
      if (slot !== undefined) this.#byRow.addPresent(row, slot);
    }
  }

  // Of a document whose earlier version is back, the passages are kept already, but no longer as part of it.
  #place(row: bigint, packed: Buffer, slot: Slot | undefined): void {
    if (slot === undefined) return;
    this.#byRow.add(row, slot);
    this.#byDocument.add(originOf(packed), slot);
  }
}
