import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atRest } from '../harness/cpu.ts';
import { quantile, startService, timings, type BenchService } from '../harness/service.ts';
import { documentsFrom, queryOf } from '../harness/synthetic-text.ts';
import type { Trace } from './traces.ts';

// Background embedding would take a share of the cores.
const BY_WORDS = { QUARRY_EMBEDDINGS_MODEL: 'off' };
const BATCH = 1_000;
const WARM_UP = 100;
const CALLS = 300;
// The client can have a response before its last bytes are recorded as sent.
const LAST_STAGE_MS = 100;

const KINDS = [
  { name: 'base', body: (n: number) => ({ query: queryOf(n), tier: 'base' }) },
  { name: 'pro', body: (n: number) => ({ query: queryOf(n), tier: 'pro' }) },
  { name: 'base without a hit', body: (n: number) => ({ query: unknownWords(n), tier: 'base' }) },
];

/** The time of a search by stage: one caller, waits separate from work, ranking by words alone. */
export async function benchSearchStages(documents: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  const service = await startService(folder, BY_WORDS, ['bench/load/staged-service.ts']);
  try {
    for (let first = 0; first < documents; first += BATCH)
      await service.post('/v1/documents', { documents: documentsFrom(first, Math.min(BATCH, documents - first)) });
    await atRest(service.child.pid ?? 0);
    const lines: string[] = [];
    for (const { name, body } of KINDS) lines.push(...(await staged(service, `${name}, ${documents} documents`, body)));
    return lines;
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function staged(service: BenchService, title: string, body: (n: number) => object): Promise<string[]> {
  const search = (n: number) => service.post('/v1/search', body(n));
  await timings(WARM_UP, search);
  await tracesOf(service);
  const taken = await timings(CALLS, (n) => search(WARM_UP + n));
  await sleep(LAST_STAGE_MS);
  const traces = (await tracesOf(service)).filter(({ operationId }) => operationId === 'search');
  return [
    `search ${title}: p50 ${quantile(taken, 0.5).toFixed(2)} ms, p95 ${quantile(taken, 0.95).toFixed(2)} ms for its caller`,
    ...table(traces),
  ];
}

async function tracesOf({ child }: BenchService): Promise<Trace[]> {
  const answered = once(child, 'message');
  child.send('traces');
  const [traces] = (await answered) as [Trace[]];
  return traces;
}

/** A row for each stage, in the order of their starts. Stages overlap, so the rows do not add up. */
function table(traces: readonly Trace[]): string[] {
  const stages = traces.flatMap((trace) => trace.stages);
  const rows = Array.from(
    Map.groupBy(stages, ({ name }) => name),
    ([name, all]) => ({
      name,
      kind: all[0]?.kind ?? '',
      begins: middle(all.map(({ fromMs }) => fromMs)),
      p50: middle(all.map(({ fromMs, toMs }) => toMs - fromMs)),
      p95: quantile(sorted(all.map(({ fromMs, toMs }) => toMs - fromMs)), 0.95),
      share: all.length / traces.length,
    }),
  ).sort((one, other) => one.begins - other.begins);
  const whole = traces.map((trace) => Math.max(0, ...trace.stages.map(({ toMs }) => toMs)));
  const untold = traces.map((trace, place) => (whole[place] ?? 0) - covered(trace));
  return [
    line('stage', 'kind', 'begins', 'p50 ms', 'p95 ms', 'a call'),
    ...rows.map(({ name, kind, begins, p50, p95, share }) =>
      line(name, kind, begins.toFixed(2), p50.toFixed(2), p95.toFixed(2), share.toFixed(1)),
    ),
    line('between stages', '', '', middle(untold).toFixed(2), quantile(sorted(untold), 0.95).toFixed(2), ''),
    line('in the service', '', '', middle(whole).toFixed(2), quantile(sorted(whole), 0.95).toFixed(2), ''),
  ];
}

/** Milliseconds during which at least one stage runs. */
function covered({ stages }: Trace): number {
  let end = 0;
  let sum = 0;
  for (const { fromMs, toMs } of stages.toSorted((one, other) => one.fromMs - other.fromMs)) {
    sum += Math.max(0, toMs - Math.max(end, fromMs));
    end = Math.max(end, toMs);
  }
  return sum;
}

const NAME_WIDTH = 20;
const COLUMN_WIDTH = 8;

const line = (name: string, ...columns: string[]) =>
  `  ${name.padEnd(NAME_WIDTH)}${columns.map((column) => column.padStart(COLUMN_WIDTH)).join('')}`;

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const middle = (values: readonly number[]) => quantile(sorted(values), 0.5);

/** Words that no document contains, like misspellings. */
const unknownWords = (n: number) =>
  queryOf(n)
    .split(' ')
    .map((word) => `x${word}z`)
    .join(' ');
