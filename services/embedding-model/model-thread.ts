/** The thread of the model. Inference blocks its thread, so it must not run on the main one. */
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import type { ModelReply, ModelRequest, ModelThreadData } from './messages.ts';
import { createTokenizer } from './word-pieces.ts';

// Tokens beyond these cost time and hardly change the ranking.
const MOST_TOKENS = 128;

// Of a text that a caller waits for: 100 tokens take 12 ms on two threads and 19 on one, 20 tokens 4.1 and 4.4. The vector is the
// same. Background work leaves the other cores free.
const THREADS = 2;

const { files, isBackground } = workerData as ModelThreadData;
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  intraOpNumThreads: isBackground ? 1 : Math.min(THREADS, availableParallelism()),
  interOpNumThreads: 1,
  // Without the arena, the memory of a long passage is returned to the system.
  enableCpuMemArena: false,
  // Processors without VNNI instructions would cut sums of products to 16 bits. Others do not know the option. A thread that
  // spins while it waits for the next text would take a core.
  extra: { session: { x64quantprecision: '1', intra_op: { allow_spinning: '0' } } },
};

if (isBackground) yieldCore();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const reply = (message: ModelReply): void => parentPort?.postMessage(message);

const { InferenceSession: Session, Tensor } = await import('onnxruntime-node');
const tokenize = createTokenizer(await readFile(files.vocabulary, 'utf8'), MOST_TOKENS);
const session = await Session.create(files.model, OPTIONS);

/** Lowers the priority of this thread alone. Linux does so by thread id; elsewhere the priority stays. */
function yieldCore(): void {
  try {
    // An asynchronous readlink runs on another thread and would name that one.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // The file does not exist, or the process may not change priorities.
  }
}

/** The batch holds one text: with others beside it, int8 rounding would change the vector. */
async function vectorOf(text: string): Promise<Float32Array> {
  const tokens = tokenize(text);
  const shape = [1, tokens.length];
  const { embedding } = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
  });
  if (!(embedding?.data instanceof Float32Array)) throw new Error('the model gave no vector');
  return Float32Array.from(embedding.data);
}

async function handle(request: ModelRequest): Promise<void> {
  if (request.type === 'stop') {
    // A thread that ends with an open session can crash the process.
    await session.release();
    parentPort?.close();
    return;
  }
  try {
    reply({ type: 'vector', vector: await vectorOf(request.text) });
  } catch (error) {
    reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on('message', (request: ModelRequest) => void handle(request));
reply({ type: 'ready' });
