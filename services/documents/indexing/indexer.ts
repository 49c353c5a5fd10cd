import { setTimeout as sleep } from 'node:timers/promises';
import { createIndexWriter, type IndexWriter, type IndexWriterDeps } from './index-writer.ts';
import { openOutboxListener, type OutboxListener } from './outbox-listener.ts';
import { isDrained, type OutboxSeq } from './outbox.ts';

const POLL_MS = 500;
// Limits retries and log lines while the database or the server is unavailable.
const LONGEST_PAUSE_MS = 8_000;
// Checking the index costs more than checking for entries.
const REST_EVERY_MS = 5_000;
// A longer rebuild is not waited for: searches continue meanwhile.
const REBUILD_WAITED_FOR_MS = 2_000;

export interface IndexerDeps extends IndexWriterDeps {
  /** Called for a failure after which the indexer restarts. No entry is lost. */
  onError(error: unknown): void;
  /** Called when documents may have changed: at the start, after each change, and once more when the changes end. */
  onWritten?(): void;
}

/** The index writer of the installation. Other processes wait for its lock. */
export interface Indexer {
  /**
   * Resolves once this process has brought the index up to date, or stopped, or when its rebuild of the index takes
   * longer than some seconds. Does not resolve while another process is the writer.
   */
  ready(): Promise<void>;
  /**
   * Whether the entry is indexed within `withinMs`.
   * Queries PostgreSQL, so it also works for an indexer in another process.
   */
  drained(seq: OutboxSeq, withinMs?: number): Promise<boolean>;
  /** Stops after the current batch and releases the lock. */
  stop(): Promise<void>;
}

/** Starts to index every change of documents. */
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

/** Runs on one connection until it ends. */
async function serveOnce(deps: IndexerDeps, signal: AbortSignal, onReady: () => void): Promise<void> {
  const listener = await openOutboxListener(deps.database);
  try {
    while (!signal.aborted && !listener.lost.aborted) {
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
  const writer = createIndexWriter({ ...deps, onRebuild: readyInTime(deps, onReady), lost: listener.lost });
  try {
    await keepWriting({ writer, listener, onReady, onWritten: () => deps.onWritten?.() }, signal);
  } finally {
    // The lock is released after this: the next writer finds no work in progress.
    await writer.settled();
  }
}

/**
 * Receives the progress of a rebuild, and calls `onReady` if it takes long and its first documents are in the index.
 */
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
  while (!signal.aborted && !listener.lost.aborted) {
    // Polls as well: a connection pooler may drop notifications.
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
