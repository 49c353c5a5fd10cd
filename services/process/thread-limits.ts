import type { Worker } from 'node:worker_threads';

export interface TaskLimits {
  /** Limit of the thread's processor time; its wall-clock limit is four times as long. */
  deadlineMs: number;
  maxHeapBytes: number;
  /** Limit of the whole process's memory growth during a task; undefined: not monitored. */
  maxGrowthBytes: number | undefined;
}

/** The limit that a thread exceeded. */
export type ExceededLimit = 'too slow' | 'too much memory';

const WATCH_EVERY_MS = 100;

/**
 * On a busy machine a thread waits for a core, which is not its task's fault; but a task that sleeps must end as well.
 */
const CLOCK_FACTOR = 4;

/**
 * Monitors a thread during one task.
 *
 * @param passed called once, when the first limit is exceeded
 * @returns stops the monitoring
 */
export function watchLimits(worker: Worker, limits: TaskLimits, passed: (limit: ExceededLimit) => void): () => void {
  const watches: (() => void)[] = [];
  const stop = () => watches.splice(0).forEach((end) => end());
  const tell = (limit: ExceededLimit) => () => {
    stop();
    passed(limit);
  };
  watches.push(
    watchTime(worker, limits.deadlineMs, tell('too slow')),
    watchMemory(worker, limits, tell('too much memory')),
  );
  return stop;
}

function watchTime(worker: Worker, deadlineMs: number, tooSlow: () => void): () => void {
  let isStopped = false;
  const before = usedMs(worker);
  const look = async () => {
    const left = deadlineMs - ((await usedMs(worker)) - (await before));
    if (isStopped) return;
    if (left <= 0) tooSlow();
    else timer = setTimeout(() => void look(), left);
  };
  let timer = setTimeout(() => void look(), deadlineMs);
  const last = setTimeout(tooSlow, deadlineMs * CLOCK_FACTOR);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(last);
  };
}

/** The processor time of a thread; undefined if it is not running. */
async function usedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

function watchMemory(
  worker: Worker,
  { maxHeapBytes, maxGrowthBytes = Infinity }: TaskLimits,
  tooMuch: () => void,
): () => void {
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > maxGrowthBytes) tooMuch();
    // Rejects once the thread has ended, which another handler reports.
    else
      void worker.getHeapStatistics().then(
        ({ used_heap_size: used }) => used > maxHeapBytes && tooMuch(),
        () => {},
      );
  }, WATCH_EVERY_MS);
  return () => clearInterval(watch);
}
