import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import { fromFloat16, toFloat16 } from '../../services/embeddings/float16.ts';
import { createModelQueue } from '../../services/embedding-model/model-queue.ts';

/** Vectors of texts, stored in a file between runs. */
export interface TextVectors {
  of(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

const FOLDER = process.env.QUARRY_BENCH_VECTORS ?? join(tmpdir(), 'quarry-bench-vectors');
const HASH_BYTES = 32;
const VECTOR_BYTES = 384 * 2;
const RECORD_BYTES = HASH_BYTES + VECTOR_BYTES;
const WRITE_EVERY = 100;
const never = new AbortController().signal;

/** Vectors of the built-in model, in the precision in which PostgreSQL stores them. */
export async function openTextVectors(): Promise<TextVectors> {
  const files = await obtainModel({ signal: never, progress: console.error });
  // A different model file yields different vectors.
  const path = join(
    FOLDER,
    `${createHash('sha256')
      .update(await readFile(files.model))
      .digest('hex')
      .slice(0, 12)}.f16`,
  );
  await mkdir(FOLDER, { recursive: true });
  const kept = await readKept(path);
  const queue = createModelQueue(files);
  let unwritten: Buffer[] = [];

  async function write(): Promise<void> {
    const written = unwritten;
    unwritten = [];
    await appendFile(path, Buffer.concat(written));
  }

  return {
    async of(text) {
      const hash = createHash('sha256').update(text).digest();
      const known = kept.get(hash.toString('hex'));
      if (known) return fromFloat16(known);
      const bytes = toFloat16(await queue.vector({ text, isUrgent: false, signal: never }));
      kept.set(hash.toString('hex'), bytes);
      unwritten.push(Buffer.concat([hash, bytes]));
      if (unwritten.length >= WRITE_EVERY) await write();
      return fromFloat16(bytes);
    },
    async close() {
      await write();
      await queue.close();
    },
  };
}

/** A record that a crash has truncated is ignored, with everything after it. */
async function readKept(path: string): Promise<Map<string, Buffer>> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  const kept = new Map<string, Buffer>();
  for (let from = 0; from + RECORD_BYTES <= bytes.length; from += RECORD_BYTES)
    kept.set(
      bytes.subarray(from, from + HASH_BYTES).toString('hex'),
      bytes.subarray(from + HASH_BYTES, from + RECORD_BYTES),
    );
  return kept;
}
