import { setTimeout as sleep } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, withService, type BenchService } from '../harness/service.ts';

const run = promisify(execFile);

// The searched documents: all of them are embedded before the first measurement.
const SEARCHED = 500;
// In another scope, so that no search finds them: only the cost of embedding remains.
const EMBEDDED = 10_000;
const BATCH = 250;
const CALLS = 400;
const ROUNDS = 8;
const WARM_UP = 30;
const EVERY_MS = [0, 100];
const TARGET = 1.1;
const LOOK_EVERY_MS = 2_000;
const QUIET_MS = 10_000;

/** Milliseconds of each search. */
interface Taken {
  without: number[];
  beside: number[];
}

/**
 * The cost of background embedding for a search: searches with and without it, alternating, so that other load affects
 * both equally.
 */
export async function benchSearchBesideEmbedding(): Promise<string[]> {
  return withService(async (service) => {
    const taken = EVERY_MS.map((): Taken => ({ without: [], beside: [] }));
    await indexed(service, 0, SEARCHED, 'web');
    await embedded(service, SEARCHED);
    for (let n = 0; n < WARM_UP; n += 1) await search(service, n);
    let documents = SEARCHED;
    let left = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(service, taken, 'without');
      await indexed(service, documents, EMBEDDED / ROUNDS, 'news');
      documents += EMBEDDED / ROUNDS;
      await atRest(service, documents);
      await measure(service, taken, 'beside');
      left += documents - (await progress(service)).embedded;
      await embedded(service, documents);
    }
    return [
      ...taken.map(line),
      `search beside embedding: ${left} of ${EMBEDDED} passages were left when the searches beside them had ended`,
    ];
  });
}

function line({ without, beside }: Taken, place: number): string {
  const how = EVERY_MS[place] === 0 ? 'one after the other' : `every ${EVERY_MS[place]} ms`;
  const [before = Number.NaN, after = Number.NaN] = [without, beside].map((all) =>
    quantile(
      all.toSorted((one, other) => one - other),
      0.95,
    ),
  );
  return `search beside embedding, ${how}: p95 ${milliseconds(before)} without, ${milliseconds(after)} beside, ratio ${(after / before).toFixed(2)} (target ${TARGET})`;
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

/** Progress as the operator's command reports it. */
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

/** Waits until all documents are indexed and folded in, because folding slows searches too. */
async function atRest(service: BenchService, documents: number): Promise<void> {
  for (let now = await progress(service); now.documents < documents || now.isWaiting; now = await progress(service))
    await sleep(LOOK_EVERY_MS);
  await sleep(QUIET_MS);
}

const search = (service: BenchService, n: number) =>
  service.post('/v1/search', { query: queryOf(n), tier: 'pro', scope: 'web' });

async function measure(service: BenchService, taken: readonly Taken[], state: keyof Taken): Promise<void> {
  for (const [place, everyMs] of EVERY_MS.entries()) {
    for (let n = 0; n < CALLS / ROUNDS; n += 1) {
      const startedAt = performance.now();
      await search(service, n);
      taken[place]?.[state].push(performance.now() - startedAt);
      await sleep(everyMs);
    }
  }
}
