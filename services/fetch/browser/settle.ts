import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const LOOK_EVERY_MS = 250;
/** A page with text is done after this long without an addition. */
const QUIET_MS = 500;
/** A page with little text waits longer: its scripts may not have started yet. */
const QUIET_WITHOUT_TEXT_MS = 2_000;
const LITTLE_TEXT_LENGTH = 400;
const SETTLE_MS = 5_000;

/**
 * Waits until the network is idle and the page's text is stable, at most 5 s. Never fails: a page that is busy, gone or
 * navigating is used as it is then.
 */
export async function settle(page: Page): Promise<void> {
  const over = new AbortController();
  const limit = sleep(SETTLE_MS, undefined, { signal: over.signal }).catch(() => {});
  try {
    await Promise.race([untilStill(page, over.signal).catch(() => {}), limit]);
  } finally {
    over.abort();
  }
}

async function untilStill(page: Page, over: AbortSignal): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_MS });
  let lastLength = -1;
  for (let quietMs = 0; !over.aborted; quietMs += LOOK_EVERY_MS) {
    // Rejects while the page navigates itself.
    const length = await page.evaluate<number>('document.body?.innerText.length ?? 0').catch(() => -1);
    if (length !== lastLength) quietMs = 0;
    lastLength = length;
    if (quietMs >= (length < LITTLE_TEXT_LENGTH ? QUIET_WITHOUT_TEXT_MS : QUIET_MS)) return;
    await sleep(LOOK_EVERY_MS, undefined, { signal: over });
  }
}
