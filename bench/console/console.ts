import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchConsoleBrowser, signedInState } from '../harness/console-browser.ts';
import { startService, type BenchService } from '../harness/service.ts';
import { loadPage, type PageLoad } from './page-load.ts';

const LOADS = 5;
const VIEWPORT = { width: 1024, height: 900 };
const PAGES = ['', 'research', 'monitors', 'documents', 'usage', 'health', 'help/search', 'help/api/search'];
const KIB = 1024;

/** LCP, CLS, TBT, the time until a page is usable, and its bytes, in the real Chromium with an empty cache. */
export async function benchConsole(): Promise<string[]> {
  const browser = await launchConsoleBrowser();
  if (!browser) return ['console: skipped, because no Chromium was found'];
  const folder = await mkdtemp(join(tmpdir(), 'quarry-bench-'));
  try {
    const service = await startService(folder, { QUARRY_SEED_DOCS: 'true' });
    try {
      return await measured(browser, service);
    } finally {
      await service.stop();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(browser: Browser, service: BenchService): Promise<string[]> {
  await service.post('/v1/search', { query: 'monitors' });
  const storageState = await signedInState(browser, service);
  const options = { storageState, viewport: VIEWPORT };
  const lines = [];
  for (const name of PAGES) {
    const loads: PageLoad[] = [];
    for (let count = 0; count < LOADS; count += 1)
      loads.push(await loadPage(browser, options, `${service.rest}/#/${name}`));
    lines.push(lineOf(name === '' ? 'first page' : name, loads));
  }
  return [
    `console, nothing cached, ${VIEWPORT.width} px, median of ${LOADS} loads (targets: usable in 1 s, scripts 150 KiB)`,
    ...lines,
  ];
}

function lineOf(name: string, loads: readonly PageLoad[]): string {
  const of = (figure: keyof PageLoad) =>
    loads.map((load) => load[figure]).sort((one, other) => one - other)[Math.floor(loads.length / 2)] ?? Number.NaN;
  const ms = (figure: keyof PageLoad) => `${of(figure).toFixed(0)} ms`;
  const kib = (figure: keyof PageLoad) => `${(of(figure) / KIB).toFixed(0)} KiB`;
  return `  ${name}: LCP ${ms('lcp')}, CLS ${of('cls').toFixed(3)}, TBT ${ms('tbt')}, usable ${ms('interactive')}, ${kib('bytes')}, of that scripts ${kib('scriptBytes')}`;
}
