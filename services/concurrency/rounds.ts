/**
 * Resolves in a separate round of the event loop: work of some milliseconds runs once a round, with time for other work
 * between.
 */
export type NextRound = () => Promise<void>;

export function createRounds(): NextRound {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => new Promise((resolve) => void setImmediate(resolve))));
}
