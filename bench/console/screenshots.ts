import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchConsoleBrowser, signedInState } from '../harness/console-browser.ts';
import { startService, type BenchService } from '../harness/service.ts';
import { indexedPng } from './indexed-png.ts';
import { fillUsage, fillMonitor, GUIDE } from './screenshot-content.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const INTO = join(ROOT, 'docs', 'images', 'console');
const MOST_BYTES = 120 * 1024;
const VIEWPORT = { width: 1280, height: 760 };

interface Shot {
  name: string;
  colorScheme: 'light' | 'dark';
  address: string;
  prepare?(page: Page): Promise<void>;
}

/**
 * `node bench/console/screenshots.ts`: the pictures of the README, from a service whose index holds Quarry's
 * documentation.
 */
const browser = await launchConsoleBrowser();
if (!browser) throw new Error('No Chromium was found. Set QUARRY_CHROMIUM to its executable.');
const folder = await mkdtemp(join(tmpdir(), 'quarry-screenshots-'));
await mkdir(INTO, { recursive: true });
const service = await startService(folder, { QUARRY_SEED_DOCS: 'true' });
try {
  await indexDocs(service);
  const run = await finishedRun(service);
  const monitor = await fillMonitor(service);
  await fillUsage(folder);
  const options = { storageState: await signedInState(browser, service), viewport: VIEWPORT, baseURL: service.rest };
  for (const shot of shotsOf(run, monitor)) await take(browser, options, shot);
} finally {
  await service.stop();
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

async function indexDocs({ post }: BenchService): Promise<void> {
  const names = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'));
  const documents = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(ROOT, 'docs', name), 'utf8');
      return { url: `${GUIDE}/${name.replace(/\.md$/, '')}`, title: /^# (.+)$/m.exec(text)?.[1], text };
    }),
  );
  await post('/v1/documents', { documents });
}

async function finishedRun({ post, get }: BenchService): Promise<string> {
  const query = 'How often is a webhook sent again? When is it disabled? What does a monitor run cost?';
  const { id } = (await post('/v1/agent/runs', { query, effort: 'low' })) as { id: string };
  await get(`/v1/agent/runs/${id}?wait=60`);
  return id;
}

function shotsOf(run: string, monitor: string): Shot[] {
  return [
    {
      name: 'answer',
      colorScheme: 'light',
      address: '/#/?mode=answer',
      async prepare(page) {
        await page.fill('#ask', 'How long are the runs and records of a monitor visible?');
        await page.keyboard.press('Enter');
        await page.locator('button.marker').first().click();
        await page.getByRole('button', { name: 'Show it in its document' }).click();
        await page.locator('.passage mark').waitFor();
        await page.evaluate('scrollTo(0, 0)');
      },
    },
    { name: 'research', colorScheme: 'light', address: `/#/research/${run}` },
    {
      name: 'monitor',
      colorScheme: 'light',
      address: `/#/monitors/${monitor}`,
      async prepare(page) {
        await page.locator('section[aria-label=Runs] .strip').waitFor();
        await page.evaluate(`document.querySelector('section[aria-label=Runs]').scrollIntoView()`);
        await page.locator('section[aria-label=Runs] button[aria-expanded]').first().click();
        await page.locator('section[aria-label=Runs] details > summary').first().click();
        await page.evaluate('scrollBy(0, -24)');
      },
    },
    {
      name: 'documents',
      colorScheme: 'dark',
      address: '/#/documents',
      async prepare(page) {
        const buffer = Buffer.from('# Leave policy\n\nEvery employee has 28 days of paid leave a year.');
        await page.locator('input[type=file]').setInputFiles({ name: 'leave.md', mimeType: 'text/markdown', buffer });
        await page.getByText('indexed', { exact: true }).waitFor();
        await page.locator('form .primary:disabled').first().waitFor();
      },
    },
    { name: 'usage', colorScheme: 'light', address: '/#/usage' },
    { name: 'health', colorScheme: 'dark', address: '/#/health' },
  ];
}

async function take(on: Browser, options: BrowserContextOptions, shot: Shot): Promise<void> {
  const context = await on.newContext({ ...options, colorScheme: shot.colorScheme });
  const page = await context.newPage();
  await page.goto(shot.address);
  await page.locator('main h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await shot.prepare?.(page);
  const picture = indexedPng(await page.screenshot());
  await context.close();
  if (picture.length > MOST_BYTES)
    throw new Error(`${shot.name} has ${picture.length} bytes, more than ${MOST_BYTES}. Show less in it.`);
  await writeFile(join(INTO, `${shot.name}.png`), picture);
  console.log(`${shot.name}: ${picture.length} bytes`);
}
