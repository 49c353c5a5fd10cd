import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { SetName } from '../data/sets.ts';
import { DATA_FOLDER, skipped, unpack } from '../data/data-folder.ts';
import { milliseconds, quantile } from '../harness/service.ts';

const run = promisify(execFile);

const PEERS = { quarry: 'Quarry', readability: 'Readability + linkedom', defuddle: 'Defuddle' };

/** The scoring program's conversion of Markdown to text. */
const SCORER_PACKAGES = ['htmlparser2@12.0.0', 'marked@18.2.1'];

interface Row {
  id: string;
}

/** The part of `score.mjs` that is used here; its README is in the same folder. */
interface Scorer {
  loadSet(set: string, options: { half?: string }): Row[];
  runModule(
    module: string,
    rows: Row[],
    options: { warm: number },
  ): Promise<{ preds: Record<string, { md: string }>; times: Record<string, number> }>;
  scoreSet(set: string, rows: Row[], preds: Record<string, { md: string }>, isMarkdown: boolean): Score;
}

interface Score {
  word?: { F1: number };
  segment?: { F1: number };
  structure?: { mean: number };
}

interface Task {
  set: SetName;
  half?: string;
  figure: string;
  target: string;
  of(score: Score): number | undefined;
}

const TASKS: Task[] = [
  { set: 'wcxb-dev', figure: 'word F1', target: '.85', of: ({ word }) => word?.F1 },
  { set: 'trafilatura', half: 'even', figure: 'segment F1', target: '.945', of: ({ segment }) => segment?.F1 },
  { set: 'defuddle', figure: 'Markdown structure F1', target: '.75', of: ({ structure }) => structure?.mean },
];

/**
 * The quality of extraction and the time from HTML to Markdown on one core, compared with two other extractors on the
 * same pages.
 */
export async function benchExtraction(): Promise<string[]> {
  const skip = skipped('extraction', ...TASKS.map(({ set }) => set));
  if (skip) return [skip];
  const workshop = await mkdtemp(join(tmpdir(), 'quarry-bench-extraction-'));
  try {
    return await measure(await scorerIn(workshop));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function scorerIn(workshop: string): Promise<Scorer> {
  for (const program of ['score.mjs', 'lib'])
    await cp(join(DATA_FOLDER, 'extract', program), join(workshop, program), { recursive: true });
  const pages = join(workshop, 'data');
  await mkdir(pages);
  for (const { set } of TASKS) await unpack(set, pages);
  await run('npm', ['install', '--prefix', workshop, '--no-audit', '--no-fund', ...SCORER_PACKAGES], { cwd: workshop });
  return (await import(pathToFileURL(join(workshop, 'score.mjs')).href)) as Scorer;
}

async function measure(scorer: Scorer): Promise<string[]> {
  const lines: string[] = [];
  for (const [file, name] of Object.entries(PEERS)) {
    const figures: string[] = [];
    const taken: number[] = [];
    for (const { set, half, figure, target, of } of TASKS) {
      const rows = scorer.loadSet(set, { ...(half && { half }) });
      const module = fileURLToPath(new URL(`./${file}.ts`, import.meta.url));
      const { preds, times } = await scorer.runModule(module, rows, { warm: 5 });
      if (Object.keys(times).length === 0) throw new Error(`no page of ${set} could be extracted by ${module}`);
      figures.push(`${set} ${figure} ${of(scorer.scoreSet(set, rows, preds, true))?.toFixed(3)} (target ${target})`);
      taken.push(...Object.values(times));
    }
    taken.sort((a, b) => a - b);
    figures.push(
      `HTML to Markdown p50 ${milliseconds(quantile(taken, 0.5))} (target 7 ms), p95 ${milliseconds(quantile(taken, 0.95))} (target 25 ms)`,
    );
    lines.push(`extraction by ${name}: ${figures.join('; ')}`);
  }
  return lines;
}
