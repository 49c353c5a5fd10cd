import { setImmediate as nextRound } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { HIT_COLUMN, KEY_COLUMN, unpackHit, type UnscoredPassage } from './packed-hit.ts';

// Some 40,000 passages of the usual size, at one byte a character of most scripts.
const MOST_CHARACTERS = 64 * 1024 * 1024;
// An object and its entry take about as much memory as this many characters.
const OVERHEAD_CHARACTERS = 600;
// They take less than a millisecond, which a search in progress may have to wait.
const ROWS_A_ROUND = 100;

/** `full`: the table does not fit, and nothing of it is kept. */
type State = 'empty' | 'filling' | 'filled' | 'full';

/**
 * Keeps all passages of a table in memory by the keys of their content, where they fit: to read their text takes longer
 * than to find them. Memory that lacks some of them would cost a search a second call.
 */
export class RememberedPassages {
  #isClosed = false;
  #state: State = 'empty';
  #characters = 0;
  readonly #mostCharacters: number;
  readonly #passages = new Map<bigint, UnscoredPassage>();

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters;
  }

  /** Whether memory has the passages of the table, except for those written since. */
  get isComplete(): boolean {
    return this.#state === 'filled';
  }

  /** Whether `load` has something to do. */
  get isEmpty(): boolean {
    return this.#state === 'empty';
  }

  get(key: bigint): UnscoredPassage | undefined {
    return this.#passages.get(key);
  }

  /** @param packed as `packHit` writes it */
  add(key: bigint, packed: string): UnscoredPassage {
    const passage = unpackHit(packed);
    if (this.#state === 'full' || this.#passages.has(key)) return passage;
    this.#passages.set(key, passage);
    this.#characters += OVERHEAD_CHARACTERS + packed.length;
    // Passages that were replaced count too: what was filled once is filled anew.
    if (this.#characters > this.#mostCharacters) this.#empty(this.#state === 'filling' ? 'full' : 'empty');
    return passage;
  }

  /** Reads the passages of a table. Searches go on meanwhile. */
  async load(table: Table): Promise<void> {
    this.#empty('filling');
    try {
      await this.#readAll(table);
    } finally {
      if (this.#state === 'filling') this.#empty('empty');
    }
  }

  /** Ends `load`. */
  close(): void {
    this.#isClosed = true;
  }

  async #readAll(table: Table): Promise<void> {
    for await (const batch of table.query().select([KEY_COLUMN, HIT_COLUMN])) {
      const keys = batch.getChild(KEY_COLUMN);
      const packed = batch.getChild(HIT_COLUMN);
      for (let row = 0; row < batch.numRows; row += 1) {
        if (row % ROWS_A_ROUND === 0) await nextRound();
        if (this.#isClosed || this.#state !== 'filling') return;
        this.add(BigInt(keys?.get(row)), String(packed?.get(row)));
      }
    }
    if (this.#state === 'filling') this.#state = 'filled';
  }

  #empty(state: State): void {
    this.#passages.clear();
    this.#characters = 0;
    this.#state = state;
  }
}
