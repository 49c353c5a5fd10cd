import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';
import type { IndexerMessage, IndexerThreadData } from './indexer-messages.ts';

export interface IndexerHostOptions extends IndexerThreadData {
  /** Called with a failure after which the indexer restarts; the failure loses no entry. */
  onError(error: unknown): void;
  /** Called when documents may have changed. */
  onWritten(): void;
  /** Called with the progress of a rebuild. */
  onRebuild(progress: RebuildProgress): void;
}

export interface IndexerHost {
  /**
   * Resolves once the index is up to date or the indexer is stopped, or when a rebuild takes long. Does not resolve
   * while another process is the writer.
   */
  ready(): Promise<void>;
  /** Ends after the current batch. */
  stop(): Promise<void>;
}

const SCRIPT = new URL('indexer-thread.ts', import.meta.url);
const START_AGAIN_MS = 1_000;

/** Runs the writer of the index in a separate thread, and restarts it if that thread dies. */
export function startIndexerHost({ onError, onWritten, onRebuild, ...data }: IndexerHostOptions): IndexerHost {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  let thread: Worker | undefined;

  async function runOnce(): Promise<void> {
    const started = new Worker(SCRIPT, { workerData: data });
    thread = started;
    started.on('message', (message: IndexerMessage) => {
      if (message.type === 'ready') ready.resolve();
      else if (message.type === 'written') onWritten();
      else if (message.type === 'rebuild') onRebuild(message.progress);
      else onError(message.error);
    });
    const ended = once(started, 'exit');
    started.on('error', onError);
    if (stopping.signal.aborted) askToStop();
    await ended;
    thread = undefined;
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce().catch(onError);
      if (stopping.signal.aborted) return;
      onError(new Error('the thread of the index writer exited; a new one starts'));
      await sleep(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const askToStop = (): void => thread?.postMessage('stop');
  const running = keepRunning().finally(ready.resolve);
  return {
    ready: () => ready.promise,
    stop: async () => {
      stopping.abort();
      askToStop();
      await running;
    },
  };
}
