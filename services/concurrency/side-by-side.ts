/**
 * Processes items concurrently, taking each when a slot is free.
 *
 * @throws the first failure, once all started items have ended; no item starts after it
 */
export async function sideBySide<T>(
  items: AsyncIterable<T> | Iterable<T>,
  places: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = eachOf(items);
  let failed = false;
  const worker = async () => {
    for (;;) {
      const next = failed ? undefined : await rest.next();
      if (!next || next.done) return;
      await work(next.value);
    }
  };
  const workers = Array.from({ length: places }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(workers);
  await rest.return(undefined);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** A generator queues calls of `next`, so several may wait for one. */
async function* eachOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void> {
  yield* items;
}
