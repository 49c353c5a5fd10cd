import { parentPort } from 'node:worker_threads';
import { extractFeed } from './extract-feed.ts';
import { extractPage } from './extract-page.ts';
import { extractPdf } from './extract-pdf.ts';
import type { Extraction } from './extractor.ts';

export type ExtractTask =
  | { type: 'page'; html: string; url: string }
  | { type: 'feed'; xml: string; url: string }
  | { type: 'pdf'; bytes: Uint8Array };

parentPort?.on('message', (task: ExtractTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void extractOrFail(task).then((extraction) => parentPort?.postMessage(extraction));
});

/** A document that a parser cannot bear is the document's failure. */
async function extractOrFail(task: ExtractTask): Promise<Extraction> {
  try {
    return await extract(task);
  } catch (error) {
    return { status: 'failed', message: `the page could not be read: ${String(error)}` };
  }
}

async function extract(task: ExtractTask): Promise<Extraction> {
  switch (task.type) {
    case 'page':
      return extractPage(task.html, task.url);
    case 'feed':
      return extractFeed(task.xml, task.url);
    case 'pdf':
      return extractPdf(task.bytes);
  }
}
