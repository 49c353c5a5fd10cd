import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { endedRun, LEAVE, startScene, type ConsoleScene } from './scene.ts';

const WIDTHS = [360, 1024, 1920];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
const WITHIN_MS = 10_000;
/** Where the screenshots are written, for people to look at. Unset: nowhere. */
const SHOTS = process.env.QUARRY_TEST_SCREENSHOTS;
const SERIOUS = new Set(['serious', 'critical']);

interface Finding {
  id: string;
  impact: string;
  nodes: Array<{ html: string; failureSummary: string }>;
}

describe('the pages of the console', () => {
  let scene: ConsoleScene;
  let axe: string;
  let addresses: Record<string, string>;

  before(async function () {
    const started = await startScene();
    if (!started) return this.skip();
    scene = started;
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const reprints = ['one', 'two'].map((site) => ({ ...LEAVE, url: `https://${site}.example.org/leave` }));
    await scene.quarry.call('POST', '/v1/documents', { documents: reprints });
    const { body } = await scene.quarry.call('POST', '/v1/monitors', {
      name: 'leave',
      cadence: '1d',
      search_requests: [{ query: 'paid leave' }],
      webhook: { url: 'https://hooks.example.com/quarry', status: 'disabled' },
    });
    addresses = {
      playground: '/#/',
      runs: '/#/research',
      run: `/#/research/${await endedRun(scene, 'How many days of paid leave are there?')}`,
      monitors: '/#/monitors',
      monitor: `/#/monitors/${body.monitor.monitor_id}`,
      'new monitor': '/#/monitors/new',
      documents: '/#/documents',
      usage: '/#/usage',
      keys: '/#/keys',
      members: '/#/members',
      health: '/#/health',
      help: '/#/help/search',
      reference: '/#/help/api/search',
      'no such page': '/#/nowhere',
    };
    if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true });
  });
  after(() => scene?.close());

  const settled = async (page: Page) => {
    await page.locator('main h1').waitFor();
    // What one answer shows may ask for more.
    for (const _ of ['once', 'again']) {
      const waiting = page.locator('.skeleton');
      const left = await eventually(
        WITHIN_MS,
        () => waiting.count(),
        (count) => count === 0,
      );
      assert.equal(left, 0, `${page.url()} still waits: ${await page.locator('main').innerHTML()}`);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  };

  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS)
      it(`open without an error, fit, and have no serious finding of axe: ${colorScheme}, ${width} px`, async function () {
        this.timeout(120_000);
        const { page, errors } = await scene.signedIn({ viewport: { width, height: HEIGHT }, colorScheme });
        const problems: string[] = [];
        for (const [name, address] of Object.entries(addresses)) {
          // A page of its own, not the change of a fragment.
          await page.goto('about:blank');
          await page.goto(address);
          await settled(page);
          if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`) });
          problems.push(...errors.splice(0).map((error) => `${name}: ${error}`));
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          if (overflow > 0) problems.push(`${name}: ${overflow} px wider than the window`);
          problems.push(...(await seriousFindings(page, axe)).map((finding) => `${name}: ${finding}`));
        }
        await page.context().close();
        assert.deepEqual(problems, []);
      });
});

async function seriousFindings(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Finding[] }>('axe.run(document)');
  return violations
    .filter(({ impact }) => SERIOUS.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}
