// A single document waits for the batch before its own, and then for its own.
const BATCH_MS = 300;
const LEAST = 100;
const MOST = 1_000;

/** How many entries a batch has, so that it takes about a third of a second on a machine as busy as now. */
export interface BatchSize {
  current(): number;
  /** Sets the size by the time that a batch took. */
  took(entries: number, ms: number): void;
}

export function createBatchSize(): BatchSize {
  let size = LEAST;
  return {
    current: () => size,
    took(entries, ms) {
      const inTime = (entries * BATCH_MS) / ms;
      // What a batch costs whatever its size makes a short one look slow.
      if (entries < size && inTime >= entries) return;
      size = Math.round(Math.min(MOST, size * 2, Math.max(LEAST, inTime)));
    },
  };
}
