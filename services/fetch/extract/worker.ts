import { parentPort } from 'node:worker_threads';
import type { Extraction } from './extractor.ts';
import { extractPage } from './extract-page.ts';

export interface ExtractTask {
  html: string;
  url: string;
}

parentPort?.on('message', ({ html, url }: ExtractTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(extractOrFail(html, url));
});

/** A page that the parser cannot bear is the page's failure. */
function extractOrFail(html: string, url: string): Extraction {
  try {
    return extractPage(html, url);
  } catch (error) {
    return { status: 'failed', message: `the page could not be read: ${String(error)}` };
  }
}
