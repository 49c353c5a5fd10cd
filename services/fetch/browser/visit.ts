import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settle } from './settle.ts';
import type { ScreenshotArea } from './screenshot.ts';

/** What a page has to show before it is read: an element, or itself for some time. */
export type WaitFor = { selector: string } | { ms: number };

/** How a page is opened and what is taken of it beside its document. */
export interface Visit {
  waitFor?: WaitFor | undefined;
  /** Absent: no screenshot is taken. */
  screenshot?: ScreenshotArea | undefined;
  /** Sent to the origin of the URL alone. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const SELECTOR_MS = 20_000;

/** Waits until the page can be read. Returns whether it shows what was waited for. */
export async function waitUntilRead(page: Page, waitFor: WaitFor | undefined, signal: AbortSignal): Promise<boolean> {
  if (waitFor && 'ms' in waitFor) {
    await sleep(waitFor.ms, undefined, { signal, ref: false });
    return true;
  }
  const isShown = waitFor === undefined || (await hasElement(page, waitFor.selector));
  if (isShown) await settle(page);
  return isShown;
}

/**
 * Playwright's own engine, because an expression in the page is subject to its content security policy. Callers check
 * that the selector is one of CSS: the engine has other notations too.
 */
async function hasElement(page: Page, selector: string): Promise<boolean> {
  try {
    await page.waitForSelector(`css=${selector}`, { state: 'attached', timeout: SELECTOR_MS });
    return true;
  } catch {
    return false;
  }
}
