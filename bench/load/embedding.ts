import { setTimeout as sleep } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, withService, type BenchService } from '../harness/service.ts';

const run = promisify(execFile);

// Searched: all of them embedded before the first measurement.
const SEARCHED = 1_000;
// In another scope, so that no search finds them: what they cost is the embedding alone.
const EMBEDDED = 10_000;
const BATCH = 1_000;
const CALLS = 300;
const WARM_UP = 30;
const EVERY_MS = [0, 100];
const TARGET = 1.1;
const LOOK_EVERY_MS = 2_000;
const QUIET_MS = 10_000;

/** What embedding in the background costs a search: the same searches without it, and beside it. */
export async function benchSearchBesideEmbedding(): Promise<string[]> {
  return withService(async (service) => {
    await indexed(service, 0, SEARCHED, 'web');
    await embedded(service, SEARCHED);
    for (let n = 0; n < WARM_UP; n += 1) await search(service, n);
    const without = await measured(service);
    await indexed(service, SEARCHED, EMBEDDED, 'news');
    await atRest(service, SEARCHED + EMBEDDED);
    const beside = await measured(service);
    const left = SEARCHED + EMBEDDED - (await progress(service)).embedded;
    const lines = without.map(({ everyMs, p95 }, place) => {
      const other = beside[place]?.p95 ?? Number.NaN;
      const how = everyMs === 0 ? 'one after the other' : `every ${everyMs} ms`;
      return `search beside embedding, ${how}: p95 ${milliseconds(p95)} without, ${milliseconds(other)} beside, ratio ${(other / p95).toFixed(2)} (target ${TARGET})`;
    });
    return [...lines, `search beside embedding: ${left} passages were left to embed at the end`];
  });
}

async function indexed(service: BenchService, first: number, count: number, scope: string): Promise<void> {
  for (let from = first; from < first + count; from += BATCH) {
    const documents = documentsFrom(from, Math.min(BATCH, first + count - from)).map((one) => ({ ...one, scope }));
    await service.post('/v1/documents', { documents });
  }
}

interface Progress {
  documents: number;
  isWaiting: boolean;
  embedded: number;
}

/** As the operator's command tells it. */
async function progress({ folder }: BenchService): Promise<Progress> {
  const { stdout } = await run(process.execPath, ['cli/quarry.ts', 'index', 'status'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, QUARRY_DATA_DIR: folder },
  });
  return {
    documents: Number(/^index: (\d+) documents/m.exec(stdout)?.[1]),
    isWaiting: stdout.includes('waiting to be indexed'),
    embedded: Number(/^embedded: (\d+) of/m.exec(stdout)?.[1]),
  };
}

async function embedded(service: BenchService, passages: number): Promise<void> {
  while ((await progress(service)).embedded < passages) await sleep(LOOK_EVERY_MS);
}

/** Waits until all documents are indexed and folded in, which costs searches something too. */
async function atRest(service: BenchService, documents: number): Promise<void> {
  for (let now = await progress(service); now.documents < documents || now.isWaiting; now = await progress(service))
    await sleep(LOOK_EVERY_MS);
  await sleep(QUIET_MS);
}

const search = (service: BenchService, n: number) =>
  service.post('/v1/search', { query: queryOf(n), tier: 'pro', scope: 'web' });

async function measured(service: BenchService): Promise<Array<{ everyMs: number; p95: number }>> {
  const figures: Array<{ everyMs: number; p95: number }> = [];
  for (const everyMs of EVERY_MS) {
    const taken: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const startedAt = performance.now();
      await search(service, n);
      taken.push(performance.now() - startedAt);
      await sleep(everyMs);
    }
    figures.push({
      everyMs,
      p95: quantile(
        taken.toSorted((one, other) => one - other),
        0.95,
      ),
    });
  }
  return figures;
}
