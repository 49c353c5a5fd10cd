import type { Browser, Page } from 'playwright-core';

export interface Watched {
  page: Page;
  /** Errors of the console, of scripts, and of the policy, so far. */
  errors: string[];
}

/** A page that remembers what went wrong in it. */
export async function watchedPage(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Watched> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return { page, errors };
}
