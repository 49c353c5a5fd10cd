import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findChromium } from '../../local/chromium/chromium.ts';
import type { BenchService } from './service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Starts the Chromium that the service renders pages with; undefined if there is none. */
export async function launchConsoleBrowser(): Promise<Browser | undefined> {
  const found = await findChromium(process.env.QUARRY_CHROMIUM);
  if (!found) return undefined;
  const { executablePath, args, libraryFolder } = found;
  return chromium.launch({
    executablePath,
    args: [...args, '--disable-gpu'],
    chromiumSandbox: false,
    env: { ...process.env, ...(libraryFolder && { LD_LIBRARY_PATH: libraryFolder }) },
  });
}

/** The browser's cookies after signing in as the owner, with a link from the command line. */
export async function signedInState(
  browser: Browser,
  { folder, rest }: Pick<BenchService, 'folder' | 'rest'>,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const { stdout } = await run(process.execPath, ['cli/quarry.ts', 'login-link', '--json', '--url', rest], {
    cwd: ROOT,
    env: { ...process.env, QUARRY_DATA_DIR: folder },
  });
  const { url } = JSON.parse(stdout) as { url: string };
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
