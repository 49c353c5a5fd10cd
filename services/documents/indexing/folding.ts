import type { PassageIndex } from '../../index/port.ts';

// A document that is not yet folded in costs every search about 0.01 ms. Folding takes the longer the more is there
// already, some 30 µs a document, so a share of that is waited for.
const SHARE = 0.03;

/** When what was written is folded into the full-text index: beside writing, which never waits for it. */
export interface Folding {
  add(documents: number): void;
  /** So many documents are there, folded or not. */
  total(documents: number): void;
  /** All that is there has been folded. */
  done(): void;
  /**
   * Begins where at least so many wait and they are worth it, or without a number where any wait; not while one goes on.
   *
   * @throws what ended the last one
   */
  begin(least?: number): void;
  /** Once nothing goes on. */
  settled(): Promise<void>;
}

export function createFolding(index: PassageIndex): Folding {
  let unfolded = 0;
  let total = 0;
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    const count = unfolded;
    try {
      await index.optimize();
      unfolded -= count;
    } catch (error) {
      failure = { error };
    }
    running = undefined;
  }

  return {
    add: (documents) => void (unfolded += documents),
    total: (documents) => void (total = documents),
    done: () => void (unfolded = 0),
    begin(least) {
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
      const enough = least === undefined ? 1 : Math.max(least, total * SHARE);
      if (!running && unfolded >= enough) running = run();
    },
    settled: async () => {
      await running;
    },
  };
}
