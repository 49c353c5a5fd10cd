import type { ConnectionGate } from '../../egress/gate.ts';
import { detectIsolation, type Isolation } from './isolation.ts';
import { launchChromium, type Launched } from './launch.ts';
import { renderPage, UnclosablePageError, type RenderedPage, type RenderRefusal } from './render-page.ts';
import type { Visit } from './visit.ts';
import { unlessAborted } from '../../concurrency/unless-aborted.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';

export interface Browser {
  /** Renders one page in a separate context. A failure of the page is a value; the signal's reason is rethrown. */
  render(url: string, signal: AbortSignal, visit?: Visit): Promise<RenderedPage | RenderRefusal>;
  /** How the browser is kept from the network; determined by the first call. */
  isolation(): Promise<Isolation>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  executablePath: string;
  /** Flags that the executable needs. */
  args?: readonly string[];
  /** Paths of libraries that the executable needs beside the system's. */
  libraryFolder?: string;
  /** Folders hidden from the browser; default: none. */
  hidden?: readonly string[];
  /** Judges every request of the browser. */
  gate: ConnectionGate;
  userAgent: string;
  /** Default: the browser's own. */
  acceptLanguage?: string;
  /** Concurrent pages; default 4. */
  pages?: number;
  /** After this many pages the next one gets a fresh browser; default 200. */
  pagesOfOneBrowser?: number;
  /**
   * At this memory use, as the system counts it for each process, the next page gets a fresh browser; default 3 GiB.
   */
  maxBytes?: number;
  /** After this long without a page the browser is closed until the next one; default 5 minutes. */
  idleMs?: number;
  /** Default: the strongest that the system offers. */
  isolation?: Isolation;
  /** Called when the browser does not start; pages are then read without it. */
  onLaunchFailure?: (error: unknown) => void;
}

const PAGES = 4;
/** Its processes share a third of the counted memory. */
const MAX_BYTES = 3 * 1024 ** 3;
const PAGES_BETWEEN_LOOKS = 5;
/** Ending the browser removes everything that its pages left behind. */
const PAGES_OF_ONE_BROWSER = 200;
const IDLE_MS = 5 * 60_000;
const WATCH_EVERY_MS = 500;

/** State of one browser: pages started and open, and the monitor of the open ones. */
interface Use {
  begun: number;
  open: number;
  watch: NodeJS.Timeout | undefined;
}

/**
 * A single shared Chromium, launched for the first page and again after it died. Its death fails only the pages in it.
 */
export function createBrowser(options: BrowserOptions): Browser {
  const {
    gate,
    executablePath,
    args = [],
    libraryFolder,
    hidden = [],
    userAgent,
    acceptLanguage,
    idleMs = IDLE_MS,
    pagesOfOneBrowser = PAGES_OF_ONE_BROWSER,
    maxBytes = MAX_BYTES,
    onLaunchFailure,
  } = options;
  const slots = createSemaphore(options.pages ?? PAGES);
  const uses = new WeakMap<Launched, Use>();
  const retired = new Set<Launched>();
  let launched: Promise<Launched> | undefined;
  let detected: Promise<Isolation> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const isolation = () => (detected ??= options.isolation ? Promise.resolve(options.isolation) : detectIsolation());

  async function launch(): Promise<Launched> {
    const browser = await launchChromium({
      gate,
      executablePath,
      args,
      hidden,
      isolation: await isolation(),
      ...(libraryFolder && { libraryFolder }),
    });
    browser.chromium.once('disconnected', () => void browser.close().catch(() => {}));
    return browser;
  }

  async function running(): Promise<Launched | undefined> {
    const current = (launched ??= launch());
    try {
      const browser = await current;
      if (browser.chromium.isConnected()) return browser;
    } catch (error) {
      if (launched === current) launched = undefined;
      onLaunchFailure?.(error);
      return undefined;
    }
    // The browser died; the first call that notices starts the next one.
    if (launched === current) launched = undefined;
    return running();
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const current = await launched?.catch(() => undefined);
    launched = undefined;
    await Promise.all([current, ...retired].map(async (browser) => browser?.close()));
  }

  /** No page starts in it any more. */
  async function retire(browser: Launched): Promise<void> {
    if ((await launched?.catch(() => undefined)) === browser) launched = undefined;
    retired.add(browser);
  }

  async function end(browser: Launched): Promise<void> {
    await retire(browser);
    await browser.close().catch(() => {});
    retired.delete(browser);
  }

  async function renderIn(browser: Launched, { url, signal, visit }: Rendering): Promise<RenderedPage | RenderRefusal> {
    const use: Use = uses.get(browser) ?? { begun: 0, open: 0, watch: undefined };
    uses.set(browser, use);
    use.begun += 1;
    use.open += 1;
    if (use.begun === pagesOfOneBrowser) await retire(browser);
    use.watch ??= setInterval(() => browser.killThreadBombs(), WATCH_EVERY_MS).unref();
    try {
      const options = { userAgent, signal, ...visit, ...(acceptLanguage && { acceptLanguage }) };
      return await renderPage(browser.chromium, url, options);
    } catch (error) {
      if (error instanceof UnclosablePageError) void end(browser);
      throw error;
    } finally {
      use.open -= 1;
      if (use.open === 0) {
        clearInterval(use.watch);
        use.watch = undefined;
      }
      if (use.begun % PAGES_BETWEEN_LOOKS === 0 && browser.memory() > maxBytes) await retire(browser);
      if (use.open === 0 && retired.has(browser)) void end(browser);
    }
  }

  async function renderOne(rendering: Rendering): Promise<RenderedPage | RenderRefusal> {
    const { signal } = rendering;
    clearTimeout(idle);
    const browser = await running();
    if (!browser) return NOT_RENDERED;
    try {
      signal.throwIfAborted();
      return await renderIn(browser, rendering);
    } catch (error) {
      // A failure of the browser fails only this page.
      signal.throwIfAborted();
      const isOthersFault = retired.has(browser) && !(error instanceof UnclosablePageError);
      return isOthersFault ? renderOne(rendering) : NOT_RENDERED;
    }
  }

  return {
    isolation,
    close,
    render: (url, signal, visit) => {
      // The page's slot is free once the page is closed, which may take longer than its budget.
      const rendering = slots
        .run(signal, () => renderOne({ url, signal, visit }))
        .finally(() => {
          clearTimeout(idle);
          if (slots.isUnused()) idle = setTimeout(() => void close(), idleMs).unref();
        });
      return unlessAborted(rendering, signal);
    },
  };
}

interface Rendering {
  url: string;
  signal: AbortSignal;
  visit: Visit | undefined;
}

const NOT_RENDERED: RenderRefusal = {
  status: 'refused',
  code: 'upstream_error',
  message: 'the page could not be rendered',
};
