import { obtainModel } from '../../local/embedding-model/obtain-model.ts';
import { createModelQueue, type ModelQueue } from '../../services/embedding-model/model-queue.ts';
import { milliseconds, quantile, timings } from '../harness/service.ts';

const PASSAGES = 3_000;
const QUERIES = 200;
const MEBIBYTE = 1024 * 1024;
const PASSAGE_A_SECOND_TARGET = 37;
const never = new AbortController().signal;

// Each word is a token: with the start and end tokens, 128.
const passage = (nth: number) =>
  Array.from({ length: 126 }, (_, word) => WORDS[(nth + word * 7) % WORDS.length]).join(' ');
const query = (nth: number) =>
  `how ${WORDS[nth % WORDS.length]} does the ${WORDS[(nth * 3) % WORDS.length]} take ${nth}`;
const WORDS = 'water stone river house light time work city music paper horse table garden winter market bridge'.split(
  ' ',
);

/** The cost of this machine's embedding model: time, memory, and a query's wait while passages are embedded. */
export async function benchEmbeddings(): Promise<string[]> {
  const files = await obtainModel({ signal: never, progress: console.error });
  const before = process.memoryUsage.rss();
  const queue = createModelQueue(files);
  const startedAt = performance.now();
  await queue.load();
  const loadMs = performance.now() - startedAt;
  try {
    const ask = (nth: number) => queue.vector({ text: query(nth), isUrgent: true, signal: never });
    const embed = (nth: number) => queue.vector({ text: passage(nth), isUrgent: false, signal: never });
    await timings(20, embed);
    const passages = await timings(PASSAGES, embed);
    const queries = await timings(QUERIES, ask);
    const beside = await besidePassages(queue, ask);
    const memory = (process.memoryUsage.rss() - before) / MEBIBYTE;
    const aSecond = 1_000 / (passages.reduce((sum, one) => sum + one, 0) / PASSAGES);
    return [
      `embeddings: loaded in ${milliseconds(loadMs)}, ${memory.toFixed(0)} MiB more memory, thread included`,
      line('a passage of 128 tokens', passages),
      line('a query', queries),
      line('a query beside passages', beside),
      `embeddings: ${aSecond.toFixed(0)} passages a second (target ${PASSAGE_A_SECOND_TARGET}: 100,000 in 45 minutes)`,
    ];
  } finally {
    await queue.close();
  }
}

async function besidePassages(queue: ModelQueue, ask: (nth: number) => Promise<unknown>): Promise<number[]> {
  const stop = new AbortController();
  const waiting = Array.from({ length: 10_000 }, (_, nth) =>
    queue.vector({ text: passage(nth), isUrgent: false, signal: stop.signal }).catch(() => undefined),
  );
  const taken = await timings(QUERIES, ask);
  stop.abort();
  await Promise.all(waiting);
  return taken;
}

function line(what: string, sorted: readonly number[]): string {
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)].map(milliseconds);
  return `embeddings: ${what}: p50 ${p50}, p95 ${p95}`;
}
