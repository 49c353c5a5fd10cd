import { createThreads, type ThreadFailure } from '../process/threads.ts';
import type { PageWants } from './extract-page.ts';
import type { Extraction } from './facts/extraction.ts';
import type { ExtractTask } from './extract-thread.ts';

/**
 * Turns documents into Markdown in threads that can be killed. A signal ends the wait and the work; its reason is
 * rethrown.
 */
export interface Extractor {
  /** Extracts the main content of an HTML page, or what is chosen of it. */
  extract(html: string, url: string, signal: AbortSignal, wants?: PageWants): Promise<Extraction>;
  /** Extracts the entries of an RSS or Atom feed. */
  extractFeed(xml: string, url: string, signal: AbortSignal): Promise<Extraction>;
  /** Extracts the text layer of a PDF; blank if it has none. */
  extractPdf(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction>;
  close(): Promise<void>;
}

export interface ExtractorOptions {
  /**
   * Threads for documents of usual size; default 2. One more thread takes the large ones, so that these delay no
   * others.
   */
  threads?: number;
  /**
   * Time limit of a page, from the moment a thread takes it; default 5 s, 15 s for a large page. The thread is killed
   * then.
   */
  deadlineMs?: number;
}

const MAX_HEAP_MB = 512;
const MAX_GROWTH_BYTES = 768 * 1024 * 1024;
const THREADS = 2;
/** Nearly all pages are smaller, and nearly all slow pages are larger. */
const LARGE_LENGTH = 512 * 1024;
const DEADLINE_MS = 5_000;
const DEADLINE_OF_LARGE_MS = 15_000;

const FAILURES: Record<ThreadFailure, string> = {
  'too slow': 'the page takes too long to read',
  'too much memory': 'the page takes too much memory to read',
  crashed: 'the page could not be read',
};

export function createExtractor({ threads = THREADS, deadlineMs }: ExtractorOptions = {}): Extractor {
  const poolOf = (size: number, defaultDeadlineMs: number) =>
    createThreads<ExtractTask, Extraction>({
      script: new URL('extract-thread.ts', import.meta.url),
      threads: size,
      deadlineMs: deadlineMs ?? defaultDeadlineMs,
      maxHeapMb: MAX_HEAP_MB,
      maxGrowthBytes: ({ type }) => (type === 'pdf' ? MAX_GROWTH_BYTES : undefined),
    });
  const pools = { usual: poolOf(threads, DEADLINE_MS), large: poolOf(1, DEADLINE_OF_LARGE_MS) };

  async function extract(task: ExtractTask, signal: AbortSignal): Promise<Extraction> {
    const pool = lengthOf(task) > LARGE_LENGTH ? pools.large : pools.usual;
    const extracted = await pool.run(task, signal);
    return extracted.status === 'done' ? extracted.result : { status: 'failed', message: FAILURES[extracted.reason] };
  }

  return {
    extract: (html, url, signal, wants) => extract({ type: 'page', html, url, wants }, signal),
    extractFeed: (xml, url, signal) => extract({ type: 'feed', xml, url }, signal),
    extractPdf: (bytes, signal) => extract({ type: 'pdf', bytes }, signal),
    close: async () => void (await Promise.all([pools.usual.close(), pools.large.close()])),
  };
}

function lengthOf(task: ExtractTask): number {
  switch (task.type) {
    case 'page':
      return task.html.length;
    case 'feed':
      return task.xml.length;
    case 'pdf':
      return task.bytes.length;
  }
}
