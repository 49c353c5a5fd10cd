import { setImmediate as nextRound } from 'node:timers/promises';

/** Long work on the event loop, in slices: others are served between. */
export interface Slices {
  /** Told of work that was done; resolves after a round of the event loop where a slice is full, else at once. */
  done(bytes: number): Promise<void>;
}

/** @param sliceBytes of input, whose work takes a few milliseconds */
export function createSlices(sliceBytes: number): Slices {
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
