import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ModelReply, ModelRequest, ModelThreadData } from './messages.ts';

/** A loaded model in its own thread. */
export interface OpenModel {
  /** Embeds one text. Call it again only after it has settled. */
  vector(text: string): Promise<Float32Array>;
  /** Calls `listener` once when the thread ends. */
  onDeath(listener: () => void): void;
  /** Releases the model, then ends the thread. */
  close(): Promise<void>;
}

const SCRIPT = new URL('model-thread.ts', import.meta.url);

/** @throws Error if the runtime is not installed or cannot load the file */
export async function openModel(data: ModelThreadData): Promise<OpenModel> {
  const thread = new Worker(SCRIPT, { workerData: data });
  const ended = once(thread, 'exit').catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (request: ModelRequest): void => thread.postMessage(request);
  let isAlive = true;
  thread.on('error', () => (isAlive = false)).on('exit', () => (isAlive = false));
  await nextReply(thread);
  // An idle model does not keep the process alive.
  thread.unref();
  return {
    async vector(text) {
      if (!isAlive) throw new Error(DIED);
      thread.ref();
      try {
        send({ type: 'text', text });
        const reply = await nextReply(thread);
        if (reply.type === 'vector') return reply.vector;
        throw new Error(reply.type === 'failed' ? reply.message : `the thread of the model replied ${reply.type}`);
      } finally {
        thread.unref();
      }
    },
    onDeath: (listener) => void thread.once('exit', listener),
    close: async () => {
      thread.ref();
      send({ type: 'stop' });
      await ended;
    },
  };
}

const DIED = 'the thread of the embedding model ended';

/** @throws the error that ended the thread */
function nextReply(thread: Worker): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      thread.off('message', answered).off('error', failed).off('exit', exited);
      settle();
    };
    const answered = (reply: ModelReply) => finish(() => resolve(reply));
    const failed = (error: Error) => finish(() => reject(error));
    const exited = () => finish(() => reject(new Error(DIED)));
    thread.on('message', answered).on('error', failed).on('exit', exited);
  });
}
