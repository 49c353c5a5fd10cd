import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** The measurements of one page load, in milliseconds unless stated otherwise. */
export interface PageLoad {
  /** Largest contentful paint. */
  lcp: number;
  /** Cumulative layout shift, without a unit. */
  cls: number;
  /** Total blocking time: the sum of each task's time above 50 ms. */
  tbt: number;
  /** Time until the content is stable, nothing is loading and no task blocks. */
  interactive: number;
  /** Compressed, as transferred. */
  bytes: number;
  scriptBytes: number;
}

// Runs before any script of the page. The console's content security policy does not apply to it.
const OBSERVE = `
  window.measured = { lcp: 0, cls: 0, tbt: 0, lastTask: 0 };
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (measured.lcp = startTime));
  observe('layout-shift', ({ value, hadRecentInput }) => hadRecentInput || (measured.cls += value));
  observe('longtask', ({ startTime, duration }) => {
    measured.tbt += duration - 50;
    measured.lastTask = startTime + duration;
  });
`;
// A rendered response may trigger further requests.
const SETTLED_MS = 300;

/** Opens an address in a browser with an empty cache, and measures until the page is stable. */
export async function loadPage(browser: Browser, options: BrowserContextOptions, address: string): Promise<PageLoad> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const sizes = await sizesOf(page);
    await page.addInitScript(OBSERVE);
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    const standsAt = await page.evaluate<number>('performance.now()');
    await page.waitForTimeout(SETTLED_MS);
    const { lastTask, ...measured } = await page.evaluate<Pick<PageLoad, 'lcp' | 'cls' | 'tbt'> & { lastTask: number }>(
      'measured',
    );
    return { ...measured, interactive: Math.max(standsAt, lastTask), ...sizes };
  } finally {
    await context.close();
  }
}

async function sizesOf(page: Page): Promise<Pick<PageLoad, 'bytes' | 'scriptBytes'>> {
  const sizes = { bytes: 0, scriptBytes: 0 };
  const scripts = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.bytes += encodedDataLength;
    if (scripts.has(requestId)) sizes.scriptBytes += encodedDataLength;
  });
  return sizes;
}
