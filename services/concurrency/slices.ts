import { setImmediate } from 'node:timers/promises';

/** Long work on the event loop, in slices: others are served between. */
export interface Slices {
  /** Told of work that was done; resolves after a round of the event loop where a slice is full, else at once. */
  done(bytes: number): Promise<void>;
}

/**
 * @param sliceBytes of input, whose work takes a few milliseconds
 * @param nextRound resolves in a later round of the event loop
 */
export function createSlices(sliceBytes: number, nextRound: () => Promise<unknown> = () => setImmediate()): Slices {
  let bytesOfSlice = 0;
  return {
    async done(bytes) {
      bytesOfSlice += bytes;
      if (bytesOfSlice < sliceBytes) return;
      bytesOfSlice = 0;
      await nextRound();
    },
  };
}
