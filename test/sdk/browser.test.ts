import type { Browser } from 'playwright-core';
import { launchConsoleBrowser } from '../../bench/harness/console-browser.ts';
import type { TestQuarry } from '../support/quarry.ts';
import { assertToured, bundled, startTouredQuarry, tourOptions } from './web-tour-scene.ts';
import type { TourResult } from './web-tour.ts';

const PROGRAM = `import { tour } from './web-tour.ts'; globalThis.tour = tour;`;

describe('the SDK over REST, in Chromium', function () {
  this.timeout(60_000);
  let browser: Browser;
  let quarry: TestQuarry;
  let program: string;
  before(async function () {
    const launched = await launchConsoleBrowser();
    if (!launched) return this.skip();
    browser = launched;
    [quarry, program] = await Promise.all([startTouredQuarry(), bundled(PROGRAM, 'iife')]);
  });
  after(async () => {
    await browser?.close();
    await quarry?.stop();
  });

  /** The tour in a page at that address. */
  async function touredAt(address: string): Promise<TourResult> {
    const page = await browser.newPage();
    try {
      await page.goto(address);
      await page.evaluate(program);
      return await page.evaluate<TourResult>(`tour(${JSON.stringify(tourOptions(quarry))})`);
    } finally {
      await page.close();
    }
  }

  it("works in a page of the service's origin", async () => assertToured(await touredAt(`${quarry.url}/healthz`)));
});
