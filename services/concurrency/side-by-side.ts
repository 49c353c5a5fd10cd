/**
 * Works on items side by side, taking each when there is a place for it.
 *
 * @throws the first failure, once all that had begun has come to its end; nothing is begun after it
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

/** Calls of `next` queue up in a generator, so several may wait for one. */
async function* eachOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void> {
  yield* items;
}
