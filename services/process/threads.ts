import { Worker } from 'node:worker_threads';
import { watchLimits, type ExceededLimit } from './thread-limits.ts';

/** Why a task has no result. Its thread was ended; no other task ran in it. */
export type ThreadFailure = ExceededLimit | 'crashed';

type ThreadResult<Result> = { status: 'done'; result: Result } | { status: 'failed'; reason: ThreadFailure };

/** Work on untrusted or large input, in threads that can be killed: the main thread never waits for it. */
export interface Threads<Task, Result> {
  /** @param signal ends the wait and the work; its reason is rethrown */
  run(task: Task, signal: AbortSignal): Promise<ThreadResult<Result>>;
  /** Ends the threads; running tasks fail as `crashed`. */
  close(): Promise<void>;
}

export interface ThreadsOptions<Task> {
  /** A module that answers each message with one message. */
  script: URL;
  /** Started on demand, kept while idle; an idle thread does not keep the process alive. */
  threads: number;
  /**
   * For one task, from the moment a thread takes it: limit of the thread's processor time; the wall-clock limit is four
   * times as long.
   */
  deadlineMs: number;
  /**
   * Time limit until a new thread's script sends `READY`; `deadlineMs` starts there for its first task. Undefined: the
   * script sends no `READY`, and its start is part of the first task.
   */
  startMs?: number;
  maxHeapMb: number;
  /**
   * Limit of the whole process's memory growth during a task; undefined: not monitored. Buffers lie outside a thread's
   * heap, so the decompressed content of a document shows only there.
   */
  maxGrowthBytes?(task: Task): number | undefined;
}

/** The message of a script once it has loaded, if `startMs` is set. */
export const READY = 'ready';

/**
 * The monitor ends a thread whose heap exceeds `maxHeapMb`. V8's own limit is far higher: if one call of a built-in
 * function allocates past that limit, V8 ends the whole process, not the thread.
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
  // A thread in the middle of long work takes time to end.
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
    // A dying thread may still fail; its task has been answered.
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
