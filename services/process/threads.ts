import { Worker } from 'node:worker_threads';
import { watchLimits, type PassedLimit } from './thread-limits.ts';

/** Why a task gave no result. Its thread was ended; no other task ran in it. */
export type ThreadFailure = PassedLimit | 'crashed';

type ThreadResult<Result> = { status: 'done'; result: Result } | { status: 'failed'; reason: ThreadFailure };

/** Work on untrusted or large input, in threads that can be killed: the thread that serves calls never waits for it. */
export interface Threads<Task, Result> {
  /** @param signal ends the waiting and the work; its reason is rethrown */
  run(task: Task, signal: AbortSignal): Promise<ThreadResult<Result>>;
  /** Ends the threads; work in flight fails as `crashed`. */
  close(): Promise<void>;
}

export interface ThreadsOptions<Task> {
  /** A module that answers each message with one message. */
  script: URL;
  /** Started when needed, kept while idle; an idle thread does not keep the process alive. */
  threads: number;
  /** For one task, from when a thread takes it: of the processor's time that the thread gets, four times as much of the clock's. */
  deadlineMs: number;
  /**
   * How long a new thread may take until its script sends `READY`; `deadlineMs` counts from there for its first task.
   * Undefined: the script sends none, and its start is part of the first task.
   */
  startMs?: number;
  maxHeapMb: number;
  /**
   * By how much the whole process may grow during a task; undefined: not watched. Buffers lie outside a thread's heap, so
   * what a document unpacks into is seen there alone.
   */
  maxGrowthBytes?(task: Task): number | undefined;
}

/** What a script sends once all is loaded, where `startMs` is set. */
export const READY = 'ready';

/**
 * A thread whose heap outgrows `maxHeapMb` is ended by the watch. V8's own limit lies far above it: where one call of a
 * built-in function allocates past that one, V8 ends the whole process, not the thread.
 */
const LAST_LIMIT_FACTOR = 4;
const MIB = 1024 * 1024;

type Outcome<Result> = ThreadResult<Result> | { status: 'aborted' };

interface Job<Task, Result> {
  task: Task;
  signal: AbortSignal;
  settle: (outcome: Outcome<Result>) => void;
}

export function createThreads<Task, Result>(options: ThreadsOptions<Task>): Threads<Task, Result> {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting = new Set<Job<Task, Result>>();
  // A thread in the middle of long work takes its time to end.
  const ending = new Set<Promise<number>>();
  let isClosed = false;

  function next(): void {
    if (isClosed) return refuse();
    const [job] = waiting;
    if (!job || (idle.length === 0 && all.size >= options.threads)) return;
    waiting.delete(job);
    const used = idle.pop();
    if (used) runOn(used, job, options.deadlineMs);
    else runOn(start(), job, options.startMs ?? options.deadlineMs);
  }

  function refuse(): void {
    for (const job of waiting) {
      waiting.delete(job);
      job.settle({ status: 'failed', reason: 'crashed' });
    }
  }

  function start(): Worker {
    const worker = new Worker(options.script, {
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb * LAST_LIMIT_FACTOR },
    });
    all.add(worker);
    return worker;
  }

  function discard(worker: Worker): void {
    all.delete(worker);
    // A dying thread may still fail; its job has been answered.
    worker.on('error', () => {});
    const ended = worker.terminate();
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  }

  function runOn(worker: Worker, { task, signal, settle }: Job<Task, Result>, firstDeadlineMs: number): void {
    let isFinished = false;
    const finish = (outcome: Outcome<Result>) => {
      if (isFinished) return;
      isFinished = true;
      stopWatching();
      signal.removeEventListener('abort', aborted);
      worker.off('message', answered).off('error', failed).off('exit', ended).unref();
      if (outcome.status === 'done') idle.push(worker);
      else discard(worker);
      settle(outcome);
      next();
    };
    const answered = (result: Result | typeof READY) => {
      if (options.startMs === undefined || result !== READY)
        return finish({ status: 'done', result: result as Result });
      stopWatching();
      stopWatching = watch(options.deadlineMs);
    };
    const failed = (error: Error) =>
      finish({ status: 'failed', reason: isOutOfMemory(error) ? 'too much memory' : 'crashed' });
    const ended = () => finish({ status: 'failed', reason: 'crashed' });
    const aborted = () => finish({ status: 'aborted' });
    const maxGrowthBytes = options.maxGrowthBytes?.(task);
    const watch = (deadlineMs: number) =>
      watchLimits(worker, { deadlineMs, maxHeapBytes: options.maxHeapMb * MIB, maxGrowthBytes }, (reason) =>
        finish({ status: 'failed', reason }),
      );
    let stopWatching = watch(firstDeadlineMs);
    signal.addEventListener('abort', aborted);
    worker.ref();
    worker.on('message', answered).on('error', failed).on('exit', ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task);
  }

  return {
    async run(task, signal) {
      signal.throwIfAborted();
      const outcome = await new Promise<Outcome<Result>>((resolve) => {
        const leave = () => waiting.delete(job) && resolve({ status: 'aborted' });
        const job: Job<Task, Result> = {
          task,
          signal,
          settle: (settled) => {
            signal.removeEventListener('abort', leave);
            resolve(settled);
          },
        };
        waiting.add(job);
        signal.addEventListener('abort', leave);
        next();
      });
      if (outcome.status === 'aborted') throw signal.reason;
      return outcome;
    },
    close: async () => {
      isClosed = true;
      next();
      for (const worker of all) discard(worker);
      idle.length = 0;
      await Promise.all(ending);
    },
  };
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
