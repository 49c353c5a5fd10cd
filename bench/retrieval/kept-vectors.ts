import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainModel } from '../../local/models/obtain-model.ts';
import { createModelQueue } from '../../services/models/model-queue.ts';

const FOLDER = process.env.QUARRY_BENCH_VECTORS ?? join(tmpdir(), 'quarry-bench-vectors');
const DIMENSIONS = 384;
const BYTES = DIMENSIONS * Float32Array.BYTES_PER_ELEMENT;
const never = new AbortController().signal;

/** Vectors of texts by the built-in model. They are kept on disk, so that a second run of a training program is short. */
export interface KeptVectors {
  of(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

export async function openKeptVectors(): Promise<KeptVectors> {
  await mkdir(FOLDER, { recursive: true });
  const [keys, values] = [join(FOLDER, 'keys'), join(FOLDER, 'values')];
  const kept = new Map<string, Float32Array>();
  const bytes = await readFile(values).catch(() => Buffer.alloc(0));
  const lines = (await readFile(keys, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  for (const [nth, key] of lines.entries()) kept.set(key, new Float32Array(copied(bytes, nth * BYTES)));
  const queue = createModelQueue(await obtainModel({ signal: never, progress: console.error }));
  return {
    async of(text) {
      const key = createHash('sha256').update(text).digest('hex');
      const known = kept.get(key);
      if (known) return known;
      const vector = await queue.vector({ text, isUrgent: true, signal: never });
      kept.set(key, vector);
      await appendFile(values, new Uint8Array(vector.buffer, vector.byteOffset, BYTES));
      await appendFile(keys, `${key}\n`);
      return vector;
    },
    close: () => queue.close(),
  };
}

const copied = (bytes: Buffer, from: number) => Uint8Array.from(bytes.subarray(from, from + BYTES)).buffer;
