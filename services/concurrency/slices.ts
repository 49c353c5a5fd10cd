import { setImmediate } from 'node:timers/promises';

/** Long work on the event loop, in slices that leave time for other work. */
export interface Slices {
  /** Call it after a piece of work; resolves in a later round of the event loop once a slice is full, else at once. */
  done(bytes: number): Promise<void>;
}

/**
 * @param sliceBytes input whose processing takes a few milliseconds
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
