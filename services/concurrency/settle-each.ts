import { sideBySide } from './side-by-side.ts';
import { settledWithin } from './settled-within.ts';

const AT_ONCE = 6;
const WITHIN_MS = 10_000;

export interface SettleEach<T> {
  /** Plural noun for the items: `monitors`. */
  what: string;
  settle(item: T): Promise<void>;
  /** After its abort, nothing is started or reported. */
  signal: AbortSignal;
  /** Called at most once, with the number of failed items and the first failure as cause. */
  onError(error: unknown): void;
  /**
   * Time limit of one item in milliseconds; the item then counts as failed, and its work is abandoned. Default 10 s.
   */
  withinMs?: number;
}

/**
 * One pass of a reconciler: processes each item independently, a few at once. An item that fails or hangs delays no
 * other.
 *
 * @throws the errors of reading the items
 */
export async function settleEach<T>(
  items: AsyncIterable<T>,
  { what, settle, signal, onError, withinMs = WITHIN_MS }: SettleEach<T>,
): Promise<void> {
  const failures: unknown[] = [];
  let count = 0;
  await sideBySide(untilAborted(items, signal), AT_ONCE, async (item) => {
    count += 1;
    try {
      if (!(await settledWithin(withinMs, settle(item)))) throw new Error(`no end within ${withinMs} ms`);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length === 0 || signal.aborted) return;
  const [first] = failures;
  const reason = first instanceof Error ? first.message : String(first);
  onError(
    new Error(
      `${failures.length} of ${count} ${what} could not be reconciled and are tried again; the first: ${reason}`,
      { cause: first },
    ),
  );
}

async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    if (signal.aborted) return;
    yield item;
  }
}
