import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser as Chromium, BrowserContext, Page, Response } from 'playwright-core';
import { addOriginHeaders } from './origin-headers.ts';
import { takeScreenshot, VIEWPORT, type Screenshot } from './screenshot.ts';
import { waitUntilRead, type Visit } from './visit.ts';

export interface RenderedPage {
  status: 'rendered';
  html: string;
  finalUrl: string;
  httpStatus: number;
  contentType: string;
  /** Absent: not asked for, or the browser could not take it. */
  screenshot?: Screenshot | undefined;
}

/** Why a page was not rendered. Never the caller's cancellation, which is thrown. */
export interface RenderRefusal {
  status: 'refused';
  code: 'url_not_accessible' | 'upstream_error' | 'timeout';
  message: string;
  httpStatus?: number;
  finalUrl?: string;
}

const NAVIGATION_MS = 20_000;
/** Time to return the document; a page with an endless script does not. */
const CONTENT_MS = 5_000;
const MAX_HTML_LENGTH = 10 * 1024 * 1024;
const NOT_SHOWN = 'the page did not show the element that wait_for names';
const UNSEEN_RESOURCES = new Set(['image', 'font', 'media']);

export interface RenderOptions extends Visit {
  userAgent: string;
  acceptLanguage?: string;
  /** Closes the context; its reason is rethrown. */
  signal: AbortSignal;
}

/** Opens the URL in a separate context and returns the document once its scripts have settled. */
export async function renderPage(
  chromium: Chromium,
  url: string,
  { userAgent, acceptLanguage, signal, ...visit }: RenderOptions,
): Promise<RenderedPage | RenderRefusal> {
  const context = await chromium.newContext({
    userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    viewport: VIEWPORT,
    locale: 'en',
    ...(acceptLanguage && { extraHTTPHeaders: { 'accept-language': acceptLanguage } }),
  });
  const close = () => void context.close().catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    await context.route('**/*', (route) =>
      !visit.screenshot && UNSEEN_RESOURCES.has(route.request().resourceType()) ? route.abort() : route.continue(),
    );
    const page = await context.newPage();
    if (visit.headers) await addOriginHeaders(context, page, { url, headers: visit.headers });
    const crashed = new Promise<never>((_resolve, reject) => {
      page.once('crash', () => reject(new Error('the page crashed')));
    });
    crashed.catch(() => {});
    const response = await Promise.race([openedDocument(page, url), crashed]);
    if (!response) return { status: 'refused', code: 'url_not_accessible', message: 'the page gave no document' };
    const isShown = await Promise.race([waitUntilRead(page, visit.waitFor, signal), crashed]);
    if (!isShown) return { status: 'refused', code: 'timeout', message: NOT_SHOWN, httpStatus: response.status() };
    const rendered = await Promise.race([documentOf(page, response), crashed, tooBusy(signal)]);
    if (!visit.screenshot || rendered.status === 'refused') return rendered;
    return { ...rendered, screenshot: await Promise.race([takeScreenshot(page, visit.screenshot), crashed]) };
  } finally {
    signal.removeEventListener('abort', close);
    await closed(context);
  }
}

/** The context does not close: only ending the browser ends its scripts. */
export class UnclosablePageError extends Error {}

const CLOSE_MS = 3_000;

async function closed(context: BrowserContext): Promise<void> {
  const given = new AbortController();
  const stuck = sleep(CLOSE_MS, undefined, { signal: given.signal }).then(() => {
    throw new UnclosablePageError('the page does not close');
  });
  try {
    await Promise.race([context.close().catch(() => {}), stuck]);
  } finally {
    given.abort();
    stuck.catch(() => {});
  }
}

/**
 * The response that became the page. A page that its scripts turned into a download or navigated away from while it
 * loaded still has one.
 */
async function openedDocument(page: Page, url: string): Promise<Response | null> {
  let arrived: Response | null = null;
  page.on('response', (response) => {
    const isDocument = response.request().isNavigationRequest() && response.request().frame() === page.mainFrame();
    if (isDocument && /^(text\/html|application\/xhtml)/.test(response.headers()['content-type'] ?? ''))
      arrived = response;
  });
  // If a download starts, the page that started it never reports its load.
  const downloading = new Promise<never>((_resolve, reject) => {
    page.once('download', () => reject(new Error('a download began')));
  });
  const loading = page.goto(url, { waitUntil: 'domcontentloaded', timeout: NAVIGATION_MS });
  loading.catch(() => {});
  downloading.catch(() => {});
  try {
    return await Promise.race([loading, downloading]);
  } catch (error) {
    if (!arrived || page.isClosed()) throw error;
    return arrived;
  }
}

async function tooBusy(signal: AbortSignal): Promise<RenderRefusal> {
  await sleep(CONTENT_MS, undefined, { signal, ref: false });
  return { status: 'refused', code: 'upstream_error', message: 'the page is too busy to be read' };
}

async function documentOf(page: Page, response: Response): Promise<RenderedPage | RenderRefusal> {
  const httpStatus = response.status();
  const html = await stableContent(page);
  const finalUrl = page.url().replace(/#.*$/, '');
  const isPage = finalUrl.startsWith('http:') || finalUrl.startsWith('https:');
  if (!isPage || !response.ok())
    return { status: 'refused', code: 'url_not_accessible', message: 'the page led nowhere', httpStatus };
  if (html.length > MAX_HTML_LENGTH) {
    return {
      status: 'refused',
      code: 'upstream_error',
      message: 'the rendered page is too large',
      httpStatus,
      finalUrl,
    };
  }
  return {
    status: 'rendered',
    html,
    finalUrl,
    httpStatus,
    contentType: response.headers()['content-type'] ?? 'text/html',
  };
}

const CONTENT_TRIES = 3;
const CONTENT_PAUSE_MS = 300;

/** `content()` throws while a page navigates itself. */
async function stableContent(page: Page): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.content();
    } catch (error) {
      if (tries === CONTENT_TRIES) throw error;
      await sleep(CONTENT_PAUSE_MS);
    }
  }
}
