import { parentPort } from 'node:worker_threads';
import { extractFeed } from './extract-feed.ts';
import { extractPage, type PageWants } from './extract-page.ts';
import { extractPdf } from './pdf/extract-pdf.ts';
import { cutToLimit } from './text-as-markdown.ts';
import type { Extraction } from './facts/extraction.ts';

export type ExtractTask =
  | { type: 'page'; html: string; url: string; wants?: PageWants | undefined }
  | { type: 'feed'; xml: string; url: string }
  | { type: 'pdf'; bytes: Uint8Array };

parentPort?.on('message', (task: ExtractTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void extractOrFail(task).then((extraction) => parentPort?.postMessage(extraction));
});

/** A parser error is a failure of the document. */
async function extractOrFail(task: ExtractTask): Promise<Extraction> {
  try {
    return bounded(await extract(task));
  } catch (error) {
    return { status: 'failed', message: `the page could not be read: ${String(error)}` };
  }
}

const MAX_TITLE_LENGTH = 1_000;

/** A result that is too large stays in this thread: the receiving thread also serves requests. */
function bounded(extraction: Extraction): Extraction {
  if (extraction.status === 'failed') return extraction;
  const { title } = extraction;
  const markdown = cutToLimit(extraction.markdown);
  const isCut = extraction.isCut === true || markdown.length < extraction.markdown.length;
  return {
    ...extraction,
    markdown,
    ...(isCut && { isCut }),
    ...(title && { title: title.slice(0, MAX_TITLE_LENGTH) }),
  };
}

async function extract(task: ExtractTask): Promise<Extraction> {
  switch (task.type) {
    case 'page':
      return extractPage(task.html, task.url, task.wants);
    case 'feed':
      return extractFeed(task.xml, task.url);
    case 'pdf':
      return extractPdf(task.bytes);
  }
}
