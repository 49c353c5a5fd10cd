import type { Page } from 'playwright-core';

export type ScreenshotArea = 'viewport' | 'full_page';

export interface Screenshot {
  png: Buffer;
  /** Whether it lacks the end of the area. */
  isCut: boolean;
}

/** In pixels of CSS, which are pixels of the image. */
export const VIEWPORT = { width: 1_280, height: 720 };
const MAX_HEIGHT = 10_000;
/** So that one fits into a message of gRPC. */
const MAX_PNG_BYTES = 3 * 1024 * 1024;
const TAKEN_WITHIN_MS = 10_000;
const LEAST_HEIGHT = 90;

/** Takes a picture of the page from its top. Undefined if the browser cannot. */
export async function takeScreenshot(page: Page, area: ScreenshotArea): Promise<Screenshot | undefined> {
  try {
    const wholeHeight = area === 'viewport' ? VIEWPORT.height : await heightOf(page);
    let height = Math.min(wholeHeight, MAX_HEIGHT);
    // Half the height has about half the bytes.
    for (; height >= LEAST_HEIGHT; height = Math.floor(height / 2)) {
      const png = await pictureOf(page, height);
      if (png.length <= MAX_PNG_BYTES) return { png, isCut: height < wholeHeight };
    }
    return undefined;
  } catch {
    return undefined;
  }
}

async function heightOf(page: Page): Promise<number> {
  const height = await page.evaluate<unknown>(
    'Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)',
  );
  // The page may have changed what the expression means.
  return typeof height === 'number' && height >= VIEWPORT.height ? Math.ceil(height) : VIEWPORT.height;
}

const pictureOf = (page: Page, height: number) =>
  page.screenshot({
    type: 'png',
    fullPage: height > VIEWPORT.height,
    clip: { x: 0, y: 0, width: VIEWPORT.width, height },
    scale: 'css',
    animations: 'disabled',
    timeout: TAKEN_WITHIN_MS,
  });
