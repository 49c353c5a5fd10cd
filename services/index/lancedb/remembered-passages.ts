import { setImmediate as nextRound } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { HIT_COLUMN, KEY_COLUMN, unpackHit, type UnscoredPassage } from './packed-hit.ts';

// Some 40,000 passages of the usual size, at one byte a character of most scripts.
const MOST_CHARACTERS = 64 * 1024 * 1024;
// An object and its entry take about as much memory as this many characters.
const OVERHEAD_CHARACTERS = 600;
// They take less than a millisecond, which a search in progress may have to wait.
const ROWS_A_ROUND = 100;

/** Keeps passages in memory by the keys of their content: to read their text takes longer than to find them. */
export class RememberedPassages {
  #isClosed = false;
  readonly #passages = new LRUCache<bigint, UnscoredPassage>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ path, terms, heading, text }) =>
      OVERHEAD_CHARACTERS + path.length + terms.length + heading.length + text.length,
  });

  get(key: bigint): UnscoredPassage | undefined {
    return this.#passages.get(key);
  }

  /** @param packed as `packHit` writes it */
  add(key: bigint, packed: string): UnscoredPassage {
    const passage = unpackHit(packed);
    this.#passages.set(key, passage);
    return passage;
  }

  /** Reads the passages of a table until memory is full. Searches go on meanwhile. */
  async fill(table: Table): Promise<void> {
    for await (const batch of table.query().select([KEY_COLUMN, HIT_COLUMN])) {
      const keys = batch.getChild(KEY_COLUMN);
      const packed = batch.getChild(HIT_COLUMN);
      for (let row = 0; row < batch.numRows; row += 1) {
        if (row % ROWS_A_ROUND === 0) await nextRound();
        if (this.#isClosed || this.#isFull()) return;
        this.add(BigInt(keys?.get(row)), String(packed?.get(row)));
      }
    }
  }

  /** Ends `fill`. */
  close(): void {
    this.#isClosed = true;
  }

  #isFull(): boolean {
    return this.#passages.calculatedSize > MOST_CHARACTERS * 0.9;
  }
}
