import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { createRoleLink } from '../../services/accounts/members/login-links.ts';
import { watchedPage } from './chromium.ts';
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
    // A host that egress refuses: the crawl ends by itself.
    const crawl = await scene.quarry.call('POST', '/v1/crawls', { urls: ['http://10.0.0.1/'] });
    addresses = {
      playground: '/#/',
      runs: '/#/research',
      run: `/#/research/${await endedRun(scene, 'How many days of paid leave are there?')}`,
      monitors: '/#/monitors',
      monitor: `/#/monitors/${body.monitor.monitor_id}`,
      'new monitor': '/#/monitors/new',
      documents: '/#/documents',
      crawls: '/#/crawls',
      crawl: `/#/crawls/${crawl.body.crawl.id}`,
      'new crawl': '/#/crawls/new',
      usage: '/#/usage',
      keys: '/#/keys',
      members: '/#/members',
      health: '/#/health',
      help: '/#/help/search',
      reference: '/#/help/api/search',
      'no such page': '/#/nowhere',
    };
    const capped = { networks: ['203.0.113.0/24', '2001:db8::/32'], spendPerDay: 100, spendTotal: 5_000 };
    const { organization_id: orgId } = (await scene.quarry.call('GET', '/v1/account')).body;
    await scene.quarry.accounts.createKey(orgId, { name: 'Nightly batch', scopes: ['search', 'fetch'], ...capped });
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

describe('the pages of an operator', () => {
  let scene: ConsoleScene;
  before(async function () {
    const started = await startScene();
    if (!started) return this.skip();
    scene = started;
  });
  after(() => scene?.close());

  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1024, 'light'],
  ] as const)
    it(`show balances, grant credits with a reason, and fit: ${width} px`, async () => {
      const { page, errors } = await watchedPage(scene.browser, {
        baseURL: scene.quarry.url,
        viewport: { width, height: HEIGHT },
        colorScheme,
      });
      const at = new Date();
      const { token } = await scene.quarry.database.transaction((sql) =>
        createRoleLink(sql, { orgId: undefined, role: 'operator', at }),
      );
      await page.goto(`/#login=${token}`);
      await page.getByRole('link', { name: 'Organizations' }).click();
      await page.getByRole('link', { name: 'First organization' }).click();
      await page.getByLabel('Credits', { exact: true }).fill('25');
      await page.getByLabel('Reason').fill(`paid invoice ${width}`);
      await page.getByRole('button', { name: 'Grant' }).click();
      await page.getByText(`Grant: paid invoice ${width}`).waitFor();
      if (SHOTS !== undefined) {
        await mkdir(SHOTS, { recursive: true });
        await page.screenshot({ path: join(SHOTS, `organization-${width}-${colorScheme}.png`), fullPage: true });
      }
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      assert.deepEqual([errors, await seriousFindings(page, axe)], [[], []]);
      await page.context().close();
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
