/** Runs the model in a thread: each run keeps its thread busy until it is done. */
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import type { ModelReply, ModelRequest, ModelThreadData } from './messages.ts';
import { createTokenizer } from './word-pieces.ts';

// The rest of a longer passage adds more time than meaning.
const MOST_TOKENS = 128;

// More threads make no query of some 20 tokens faster, and a passage in the background must leave the other cores alone.
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // Memory of a long passage goes back to the system.
  enableCpuMemArena: false,
};

const { files, isBackground } = workerData as ModelThreadData;
if (isBackground) yieldCore();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const reply = (message: ModelReply): void => parentPort?.postMessage(message);

const { InferenceSession: Session, Tensor } = await import('onnxruntime-node');
const tokenize = createTokenizer(await readFile(files.vocabulary, 'utf8'), MOST_TOKENS);
const session = await Session.create(files.model, OPTIONS);

/** Lowers the priority of this thread alone, which Linux does by its own id. Elsewhere it stays as it is. */
function yieldCore(): void {
  try {
    // Asynchronous calls of the file system run on other threads.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // No such file, or not allowed.
  }
}

/** A batch of one: other texts beside it would change how its numbers are rounded. */
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
    // A session that the end of its thread tears down can crash the process.
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
