import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, withService } from '../harness/service.ts';
import { untilFound } from '../harness/until-found.ts';

const BATCHES = 30;
const BATCH = 1_000;
const POLL_MS = 20;

/**
 * How soon a single document is found, and how large the process grows, while batches of documents arrive. Linux only:
 * it reads /proc.
 */
export async function benchFlood(): Promise<string[]> {
  return withService(async (service) => {
    const flood = { isOver: false };
    let peakMiB = 0;
    const searches: number[] = [];
    const watching = (async () => {
      for (let n = 0; !flood.isOver; n += 1) {
        peakMiB = Math.max(peakMiB, await residentMiB(service.child.pid ?? 0));
        const startedAt = performance.now();
        await service.post('/v1/search', { query: queryOf(n) });
        searches.push(performance.now() - startedAt);
        await sleep(POLL_MS);
      }
    })();
    const found: number[] = [];
    const startedAt = performance.now();
    const flooding = (async () => {
      for (let n = 0; n < BATCHES; n += 1)
        await service.post('/v1/documents', { documents: documentsFrom(n * BATCH, BATCH) });
      flood.isOver = true;
    })();
    while (!flood.isOver) found.push(await untilFound(service, `drop${found.length}`));
    await Promise.all([flooding, watching]);
    const seconds = (performance.now() - startedAt) / 1_000;
    const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
    return [
      `one document in a flood of ${BATCHES} batches of ${BATCH} (${seconds.toFixed(0)} s): found after p50 ${milliseconds(quantile(sorted(found), 0.5))}, at most ${milliseconds(Math.max(...found))}, of ${found.length} (target 1 s)`,
      `searches meanwhile: p50 ${milliseconds(quantile(sorted(searches), 0.5))}, p95 ${milliseconds(quantile(sorted(searches), 0.95))}, of ${searches.length}`,
      `memory meanwhile: at most ${peakMiB.toFixed(0)} MiB resident (target 1.5 GB)`,
    ];
  });
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
