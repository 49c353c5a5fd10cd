import { setTimeout as sleep } from 'node:timers/promises';
import { createIndexWriter, type IndexWriter, type IndexWriterDeps } from './index-writer.ts';
import { openOutboxListener, type OutboxListener } from './outbox-listener.ts';
import { isDrained, type OutboxSeq } from './outbox.ts';

const POLL_MS = 500;
// A database or a server that stays away is not asked, nor told of in the log, twice a second.
const LONGEST_PAUSE_MS = 8_000;
// Looking whether the index is still usable costs more than looking for entries.
const REST_EVERY_MS = 5_000;
// A rebuild that takes longer is not waited for: searches go on beside it.
const REBUILD_WAITED_FOR_MS = 2_000;

export interface IndexerDeps extends IndexWriterDeps {
  /** Told of a failure after which the indexer starts anew; no entry is lost by it. */
  onError(error: unknown): void;
  /** Told when documents may have changed: at the beginning, after each change, and once more in the quiet after it. */
  onWritten?(): void;
}

/** The one writer of the index among all processes of the installation; the others wait for its lock. */
export interface Indexer {
  /**
   * Resolves once this process has brought the index up to date, or stopped, or while it rebuilds the index for longer than
   * some seconds. Never, while another one is the writer.
   */
  ready(): Promise<void>;
  /**
   * Whether the entry came into the index within `withinMs`.
   * Asks PostgreSQL, so it holds for an indexer in another process too.
   */
  drained(seq: OutboxSeq, withinMs?: number): Promise<boolean>;
  /** Ends after the batch at hand and gives the lock back. */
  stop(): Promise<void>;
}

/** Brings every change of documents into the index, beginning at once. */
export function startIndexer(deps: IndexerDeps): Indexer {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  const running = keepServing(deps, stopping.signal, ready.resolve).finally(ready.resolve);
  return {
    ready: () => ready.promise,
    drained: (seq, withinMs = 1_000) => isDrained(deps.database, seq, withinMs),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function keepServing(deps: IndexerDeps, signal: AbortSignal, onReady: () => void): Promise<void> {
  let pauseMs = POLL_MS;
  while (!signal.aborted) {
    try {
      await serveOnce(deps, signal, () => {
        pauseMs = POLL_MS;
        onReady();
      });
    } catch (error) {
      if (signal.aborted) return;
      deps.onError(error);
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** From one connection to its end. */
async function serveOnce(deps: IndexerDeps, signal: AbortSignal, onReady: () => void): Promise<void> {
  const listener = await openOutboxListener(deps.database);
  try {
    while (!signal.aborted && !listener.lost()) {
      if (await listener.tryLock()) return await write(deps, listener, signal, onReady);
      await pause(POLL_MS, signal);
    }
  } finally {
    await listener.close();
  }
}

async function write(
  deps: IndexerDeps,
  listener: OutboxListener,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const writer = createIndexWriter({ ...deps, onRebuild: readyInTime(deps, onReady) });
  try {
    await keepWriting({ writer, listener, onReady, onWritten: () => deps.onWritten?.() }, signal);
  } finally {
    // The lock is given back after this: another writer finds nothing going on.
    await writer.settled();
  }
}

/** Hears of a rebuild, and calls `onReady` when it takes long and its first documents are in the index. */
function readyInTime({ onRebuild }: IndexerDeps, onReady: () => void): IndexWriterDeps['onRebuild'] {
  const startedAt = performance.now();
  return (progress) => {
    onRebuild?.(progress);
    if (progress.done > 0 && performance.now() - startedAt > REBUILD_WAITED_FOR_MS) onReady();
  };
}

interface Writing {
  writer: IndexWriter;
  listener: OutboxListener;
  onReady(): void;
  onWritten(): void;
}

async function keepWriting({ writer, listener, onReady, onWritten }: Writing, signal: AbortSignal): Promise<void> {
  await writer.makeUsable(signal);
  await writer.drain(signal);
  await writer.reconcile(signal);
  onReady();
  onWritten();
  let hasWritten = false;
  let restedAt = performance.now();
  while (!signal.aborted && !listener.lost()) {
    // Polling as well: a notification is lost where a connection pooler sits between.
    const woken = await listener.woken(POLL_MS, signal);
    const written = await writer.drain(signal);
    if (written > 0) onWritten();
    hasWritten ||= written > 0;
    if (woken || written > 0 || performance.now() - restedAt < REST_EVERY_MS) continue;
    await writer.rest(signal);
    if (hasWritten) onWritten();
    hasWritten = false;
    restedAt = performance.now();
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
