import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { linkOf } from '../support/console.ts';
import { startQuarry, type TestQuarry } from '../support/quarry.ts';
import { launchConsoleBrowser } from '../../bench/harness/console-browser.ts';
import { watchedPage, type Watched } from './chromium.ts';

export interface ConsoleScene {
  quarry: TestQuarry;
  browser: Browser;
  /** A page that is signed in. */
  signedIn(options?: Parameters<Browser['newContext']>[0]): Promise<Watched>;
  close(): Promise<void>;
}

export const LEAVE = {
  url: 'https://handbook.example.com/people/leave',
  title: 'Leave policy',
  text: '# Leave policy\n\n## Paid leave\n\nEvery employee has 28 days of paid leave a year. Unused days expire in March.',
};

/** A link that signs in the owner of the first organization once, as `quarry login-link` prints it. */
export const loginLink = async (quarry: TestQuarry): Promise<string> => `${quarry.url}/#login=${await linkOf(quarry)}`;

/** A service with a document, and a browser that is signed in to it; undefined where there is no Chromium. */
export async function startScene(documents: readonly object[] = [LEAVE]): Promise<ConsoleScene | undefined> {
  const browser = await launchConsoleBrowser();
  if (!browser) return undefined;
  const quarry = await startQuarry({ QUARRY_RATE_LIMITS: 'off', QUARRY_EGRESS_ALLOW: '127.0.5.0/24' });
  await quarry.call('POST', '/v1/documents', { documents });
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(await loginLink(quarry));
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const storageState = await first.storageState();
  await first.close();
  return {
    quarry,
    browser,
    signedIn: (options = {}) => watchedPage(browser, { baseURL: quarry.url, storageState, ...options }),
    async close() {
      await browser.close();
      await quarry.stop();
    },
  };
}

/** A run that has ended, by its id. */
export async function endedRun({ quarry }: ConsoleScene, query: string): Promise<string> {
  const { body } = await quarry.call('POST', '/v1/agent/runs', { query, effort: 'low' });
  const ended = await quarry.call('GET', `/v1/agent/runs/${body.id}?wait=30`);
  assert.equal(ended.body.status, 'completed');
  return body.id as string;
}
