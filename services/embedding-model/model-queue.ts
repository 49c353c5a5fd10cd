import type { ModelFiles } from './messages.ts';
import { openModel, type OpenModel } from './open-model.ts';

interface VectorRequest {
  text: string;
  /** True where a caller waits. Urgent texts precede all others. */
  isUrgent: boolean;
  /** Removes the text from the queue; its reason is rethrown. */
  signal: AbortSignal;
}

/** One model for all callers. It embeds one text at a time. */
export interface ModelQueue {
  /** Loads the model if it is not loaded. @throws Error if the model cannot be loaded */
  load(): Promise<void>;
  vector(request: VectorRequest): Promise<Float32Array>;
  /** Finishes the current text, then closes the model. Waiting callers get an error. */
  close(): Promise<void>;
}

const CLOSED = 'the embedding model is closed';

interface Job {
  text: string;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

export interface ModelQueueOptions {
  /** Runs at low priority, and releases the model's memory when no text has come for `releaseAfterMs`. */
  isBackground?: boolean;
  /** Time without a text after which a background model is released. */
  releaseAfterMs?: number;
}

// Loading takes 250 ms, and the batches of one ingest arrive seconds apart.
const RELEASE_AFTER_MS = 30_000;

/** Creates the queue. The first text loads the model; a text after the death of its thread loads it again. */
export function createModelQueue(
  files: ModelFiles,
  { isBackground = false, releaseAfterMs = RELEASE_AFTER_MS }: ModelQueueOptions = {},
): ModelQueue {
  const urgent = new Set<Job>();
  const background = new Set<Job>();
  let opening: Promise<OpenModel> | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;
  let releasing: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function open(): Promise<OpenModel> {
    if (opening) return opening;
    const forget = () => (opening = undefined);
    opening = openModel({ files, isBackground });
    opening.then((model) => model.onDeath(forget), forget);
    return opening;
  }

  function take(): Job | undefined {
    for (const queue of [urgent, background])
      for (const job of queue) {
        queue.delete(job);
        return job;
      }
    return undefined;
  }

  async function work(): Promise<void> {
    for (let job = take(); job; job = take()) {
      try {
        const model = await open();
        job.resolve(await model.vector(job.text));
      } catch (error) {
        job.reject(error);
      }
    }
  }

  const begin = () => {
    clearTimeout(idle);
    working ??= work().finally(() => {
      working = undefined;
      // A text may have been enqueued after the last `take`.
      if (urgent.size + background.size > 0) begin();
      else if (isBackground && !isClosed) idle = setTimeout(release, releaseAfterMs).unref();
    });
  };

  function release(): void {
    const unused = opening;
    opening = undefined;
    releasing = unused?.then((model) => model.close()).catch(() => undefined);
  }

  /** Settles with the job, or rejects with the signal's reason when the caller aborts. */
  function enqueue({ text, isUrgent, signal }: VectorRequest): Promise<Float32Array> {
    const queue = isUrgent ? urgent : background;
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
    const job: Job = { text, resolve, reject };
    const leave = (): void => {
      queue.delete(job);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    queue.add(job);
    begin();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function failAll(error: Error): void {
    for (let job = take(); job; job = take()) job.reject(error);
  }

  return {
    load: async () => void (await open()),
    vector: async (request) => {
      request.signal.throwIfAborted();
      if (isClosed) throw new Error(CLOSED);
      return enqueue(request);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      failAll(new Error(CLOSED));
      await working;
      await releasing;
      const model = await opening?.catch(() => undefined);
      await model?.close();
    },
  };
}
