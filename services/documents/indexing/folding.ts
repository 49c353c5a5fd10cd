import type { PassageIndex } from '../../index/port.ts';

// Each document that is not folded in costs every search about 0.01 ms. Folding takes some 30 µs for each document in
// the index, so it starts when the waiting documents reach a share of them.
const SHARE = 0.03;

/** Folds new documents into the full-text index in the background; writes do not wait for it. */
export interface Folding {
  add(documents: number): void;
  /** Sets the number of documents, folded or not. */
  total(documents: number): void;
  /** Records that all documents are folded. */
  done(): void;
  /**
   * Starts to fold if at least `least` documents wait and the gain is worth the time; without a number, if any document
   * waits. Does nothing while folding is in progress.
   *
   * @throws the error that ended the last folding
   */
  begin(least?: number): void;
  /** Resolves when no folding is in progress. */
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
