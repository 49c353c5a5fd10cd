import type { RecordBatch } from 'apache-arrow';
import { bufferOf, KEY_COLUMN, PASSAGE_COLUMN } from './packed-passage.ts';

/**
 * The column with the address of a row, which LanceDB gives to no other row of the table: a fold that moves a row gives
 * it a new one.
 */
export const ROW = '_rowid';

const ROWS_A_PART = 1_000;

/** A row of the table with a content that is kept. */
export interface StoredRow {
  row: bigint;
  key: bigint;
  packed: Buffer;
}

/** The rows of a batch with the columns KEY_COLUMN, PASSAGE_COLUMN and ROW. */
export function rowsOf(batch: RecordBatch): StoredRow[] {
  const keys = int64s(batch, KEY_COLUMN);
  const packed = batch.getChild(PASSAGE_COLUMN);
  return Array.from(int64s(batch, ROW), (row, place) => ({
    row,
    key: keys[place] ?? 0n,
    packed: bufferOf(packed?.get(place)),
  }));
}

/** A batch in parts, each of which takes some milliseconds, because a search in progress may have to wait for it. */
export function* partsOf(batch: RecordBatch): Generator<RecordBatch> {
  for (let first = 0; first < batch.numRows; first += ROWS_A_PART) yield batch.slice(first, first + ROWS_A_PART);
}

/** The values of a column of 64-bit numbers. */
export function int64s(found: Pick<RecordBatch, 'getChild'>, name: string): bigint[] {
  return Array.from(found.getChild(name) ?? [], BigInt);
}
