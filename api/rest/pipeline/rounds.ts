/** Resolves in a round of the event loop of its own: work that takes milliseconds is done once a round, others between. */
export type NextRound = () => Promise<void>;

export function createRounds(): NextRound {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => new Promise((resolve) => void setImmediate(resolve))));
}
