import { Worker } from 'node:worker_threads';
import type { ExtractTask } from './worker.ts';

export interface Extracted {
  status: 'extracted';
  title?: string;
  /** `YYYY-MM-DD` where only the day is known, else ISO 8601 in UTC. */
  publishedDate?: string;
  /** May be blank: a page without main content. */
  markdown: string;
  /** Of the content's text. */
  wordCount: number;
  /** Whether the page has an element that applications fill. */
  hasAppRoot: boolean;
  /** Whether a browser would make more of it: scripts, or a refresh that leads on. */
  hasScripts: boolean;
  /** Whether the page has a field for a password. */
  asksForPassword?: boolean;
  /** Absolute http and https URLs that the content links to, without fragments, at most 500. */
  links: string[];
}

export type Extraction = Extracted | { status: 'failed'; message: string };

/** Turns documents into Markdown in threads that can be killed. A signal ends the waiting and the work; its reason is rethrown. */
export interface Extractor {
  /** The main content of a page of HTML. */
  extract(html: string, url: string, signal: AbortSignal): Promise<Extraction>;
  /** The entries of an RSS or Atom feed. */
  extractFeed(xml: string, url: string, signal: AbortSignal): Promise<Extraction>;
  /** The text layer of a PDF; blank where it has none. */
  extractPdf(bytes: Uint8Array, signal: AbortSignal): Promise<Extraction>;
  close(): Promise<void>;
}

export interface ExtractorOptions {
  /** Default 2. */
  threads?: number;
  /** For one page, from when a thread takes it; default 5 s. The thread is killed then. */
  deadlineMs?: number;
}

type Outcome = Extraction | { status: 'aborted' };

interface Job {
  task: ExtractTask;
  signal: AbortSignal;
  settle: (outcome: Outcome) => void;
}

const MAX_HEAP_MB = 512;
/** Buffers lie outside a thread's heap: what a PDF unpacks into is seen in the memory of the process alone. */
const MAX_GROWTH_BYTES = 768 * 1024 * 1024;
const WATCH_EVERY_MS = 100;
const THREADS = 2;
const DEADLINE_MS = 5_000;

export function createExtractor({ threads = THREADS, deadlineMs = DEADLINE_MS }: ExtractorOptions = {}): Extractor {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting = new Set<Job>();

  function next(): void {
    const [job] = waiting;
    if (!job || (idle.length === 0 && all.size >= threads)) return;
    waiting.delete(job);
    run(idle.pop() ?? startThread(all), job);
  }

  function run(worker: Worker, { task, signal, settle }: Job): void {
    const finish = (outcome: Outcome, isReusable: boolean) => {
      clearTimeout(deadline);
      clearInterval(watch);
      signal.removeEventListener('abort', aborted);
      worker.off('message', answered).off('error', outOfMemory).off('exit', ended).unref();
      if (isReusable) idle.push(worker);
      else discard(all, worker);
      settle(outcome);
      next();
    };
    const fail = (message: string) => finish({ status: 'failed', message }, false);
    const answered = (extraction: Extraction) => finish(extraction, true);
    const outOfMemory = () => fail('the page takes too much memory to read');
    const ended = () => fail('the page could not be read');
    const aborted = () => finish({ status: 'aborted' }, false);
    const before = process.memoryUsage.rss();
    const hasGrown = () => process.memoryUsage.rss() - before > MAX_GROWTH_BYTES;
    const watch = task.type === 'pdf' ? setInterval(() => hasGrown() && outOfMemory(), WATCH_EVERY_MS) : undefined;
    const deadline = setTimeout(() => fail('the page takes too long to read'), deadlineMs);
    signal.addEventListener('abort', aborted);
    worker.ref();
    worker.on('message', answered).on('error', outOfMemory).on('exit', ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task);
  }

  async function extract(task: ExtractTask, signal: AbortSignal): Promise<Extraction> {
    signal.throwIfAborted();
    const outcome = await new Promise<Outcome>((resolve) => {
      const leave = () => waiting.delete(job) && resolve({ status: 'aborted' });
      const settle = (outcome: Outcome) => {
        signal.removeEventListener('abort', leave);
        resolve(outcome);
      };
      const job: Job = { task, signal, settle };
      waiting.add(job);
      signal.addEventListener('abort', leave);
      next();
    });
    if (outcome.status === 'aborted') throw signal.reason;
    return outcome;
  }

  return {
    extract: (html, url, signal) => extract({ type: 'page', html, url }, signal),
    extractFeed: (xml, url, signal) => extract({ type: 'feed', xml, url }, signal),
    extractPdf: (bytes, signal) => extract({ type: 'pdf', bytes }, signal),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
      all.clear();
      idle.length = 0;
    },
  };
}

function startThread(all: Set<Worker>): Worker {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  all.add(worker);
  return worker;
}

function discard(all: Set<Worker>, worker: Worker): void {
  all.delete(worker);
  // A dying thread may still fail; its job has been answered.
  worker.on('error', () => {});
  void worker.terminate();
}
