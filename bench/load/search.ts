import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import { milliseconds, quantile, timings, withService, type BenchService } from '../harness/service.ts';
import { benchSearchStages } from './search-stages.ts';

// The last one leaves room under the limit of an organization for the documents that `folded` adds.
const SIZES = [1_000, 10_000, 99_000];
const TARGETS = { base: [10, 30], pro: [20, 50] };
const BATCH = 1_000;
const CALLS = 400;
const WARM_UP = 50;
const CALLERS = 50;
const CALLS_EACH = 20;
const QUIET_MS = 8_000;
const POLL_MS = 200;

const STAGED_DOCUMENTS = 10_000;

/** `search`: its latency; `search --stages [--documents N]`: its time by stage. */
export async function benchSearch(): Promise<string[]> {
  const options = { stages: { type: 'boolean' }, documents: { type: 'string' } } as const;
  const { values } = parseArgs({ options, allowPositionals: true });
  return values.stages ? benchSearchStages(Number(values.documents ?? STAGED_DOCUMENTS)) : latencies();
}

/** Latency of a search over HTTP with growing numbers of documents, compared with a call that searches nothing. */
async function latencies(): Promise<string[]> {
  return withService(async (service) => {
    const lines: string[] = [];
    let indexed = 0;
    for (const size of SIZES) {
      const startedAt = performance.now();
      for (; indexed < size; indexed += BATCH)
        await service.post('/v1/documents', { documents: documentsFrom(indexed, BATCH) });
      await folded(service, size);
      lines.push(
        `${size} documents indexed ${((performance.now() - startedAt) / 1_000).toFixed(0)} s after the first batch went out`,
      );
      const bare = quantile(
        await timings(CALLS, () => fetch(`${service.rest}/healthz`).then((response) => response.text())),
        0.5,
      );
      for (const tier of ['base', 'pro'] as const) lines.push(await searched(service, { tier, size, bare }));
    }
    lines.push(await manyAtOnce(service));
    return lines;
  });
}

/** Waits until everything is indexed and folded into the index, which happens when no documents arrive. */
async function folded(service: BenchService, size: number): Promise<void> {
  const query = `settled${size}`;
  // A call with this many documents is a bulk load, so its last document is indexed after all others.
  const last = Array.from({ length: BATCH / 10 }, (_, n) => ({
    url: `https://bench.example.com/${query}/${n}`,
    text: query,
  }));
  await service.post('/v1/documents', { documents: last });
  for (;;) {
    const { documents } = (await service.post('/v1/search', { query, max_results: last.length, tier: 'base' })) as {
      documents: unknown[];
    };
    if (documents.length === last.length) break;
    await sleep(POLL_MS);
  }
  await sleep(QUIET_MS);
}

async function searched(
  service: BenchService,
  { tier, size, bare }: { tier: 'base' | 'pro'; size: number; bare: number },
): Promise<string> {
  const search = (n: number) => service.post('/v1/search', { query: queryOf(n), tier });
  await timings(WARM_UP, search);
  const taken = await timings(CALLS, search);
  const [median, high] = [quantile(taken, 0.5), quantile(taken, 0.95)];
  const target = size === SIZES.at(-1) ? ` (target p50 ${TARGETS[tier].join(', p95 ')} ms)` : '';
  return `search ${tier} over ${size} documents: p50 ${milliseconds(median)}, p95 ${milliseconds(high)}${target}; ${(median / bare).toFixed(1)} × /healthz (${milliseconds(bare)})`;
}

/** Concurrent callers: every call must be answered. */
async function manyAtOnce(service: BenchService): Promise<string> {
  const startedAt = performance.now();
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let call = 0; call < CALLS_EACH; call += 1)
      await service.post('/v1/search', { query: queryOf(caller * CALLS_EACH + call) });
  });
  await Promise.all(callers);
  const seconds = (performance.now() - startedAt) / 1_000;
  return `search by ${CALLERS} callers at once: ${CALLERS * CALLS_EACH} calls, ${((CALLERS * CALLS_EACH) / seconds).toFixed(0)} a second, no error`;
}
