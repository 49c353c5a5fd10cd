import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSecondsByPart } from '../harness/cpu.ts';
import { milliseconds, quantile, withService, type BenchService } from '../harness/service.ts';
import { documentsFrom } from '../harness/synthetic-text.ts';
import { untilFound } from '../harness/until-found.ts';

const DOCUMENTS = 60_000;
const ROUNDS = 3;
const CALLERS = 4;
const BATCH = 1_000;
// More than a small call has: its entries follow those of all earlier calls.
const LAST = 50;
const BETWEEN_DROPS_MS = 1_000;
// Background embedding would take a share of the cores.
const BY_WORDS = { QUARRY_EMBEDDINGS_MODEL: 'off' };

/**
 * Documents indexed a second, from the first call until searches find the last document, in rounds on one growing
 * index; meanwhile, how soon a single document is found. `--documents N` in all. Linux only: it reads /proc.
 */
export async function benchIndexing(): Promise<string[]> {
  const { values } = parseArgs({ options: { documents: { type: 'string' } }, strict: false, allowPositionals: true });
  const documents = typeof values.documents === 'string' ? Number(values.documents) : DOCUMENTS;
  const batches = Math.ceil(documents / ROUNDS / BATCH);
  return withService(async (service) => {
    const lines: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) lines.push(await indexed(service, round, batches));
    return lines;
  }, BY_WORDS);
}

async function indexed(service: BenchService, round: number, batches: number): Promise<string> {
  const pid = service.child.pid ?? 0;
  const before = cpuSecondsByPart(pid);
  const startedAt = performance.now();
  let next = round * batches;
  const flood = { isOver: false };
  const drops = dropsDuring(service, round, flood);
  const caller = async () => {
    while (next < (round + 1) * batches)
      await service.post('/v1/documents', { documents: documentsFrom(next++ * BATCH, BATCH) });
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await untilFound(service, `settled${round}`, LAST);
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = [...cpuSecondsByPart(pid)].map(([part, after]) => {
    const each = ((after - (before.get(part) ?? 0)) / batches / BATCH) * 1_000;
    return `${part} ${each.toFixed(2)}`;
  });
  flood.isOver = true;
  const found = await drops;
  return [
    `documents ${round * batches * BATCH} to ${(round + 1) * batches * BATCH} by ${CALLERS} callers: ${((batches * BATCH) / seconds).toFixed(0)} indexed a second (target 2,500)`,
    `processor time in ms each: ${used.join(', ')}`,
    `a single document is found after p50 ${milliseconds(quantile(found, 0.5))}, at most ${milliseconds(found.at(-1) ?? Number.NaN)}, of ${found.length} (target 1 s)`,
  ].join('; ');
}

async function dropsDuring(service: BenchService, round: number, flood: { isOver: boolean }): Promise<number[]> {
  const found: number[] = [];
  while (!flood.isOver) {
    found.push(await untilFound(service, `drop${round}x${found.length}`));
    await sleep(BETWEEN_DROPS_MS);
  }
  return found.toSorted((one, other) => one - other);
}
