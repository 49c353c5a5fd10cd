import { once } from 'node:events';
import { createExtractor } from '../../services/extract/extractor.ts';

/** The cost of reading one page. */
export interface Reading {
  cpuMs: number;
  /** Growth of the process during the read. */
  memoryMib: number;
  markdownMib: number;
  /** Why the page was not read. */
  failure?: string;
  isCut: boolean;
}

const MIB = 1024 * 1024;
const SAMPLE_EVERY_MS = 10;

/**
 * Reads the page that the parent sends, in a separate process: memory that another page freed would hide its growth.
 */
const [html] = (await once(process, 'message')) as [string];
const extractor = createExtractor();
const before = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
let most = before;
const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_EVERY_MS);
const extraction = await extractor.extract(html, 'https://example.com/', AbortSignal.timeout(120_000));
clearInterval(sampling);
const { user, system } = process.cpuUsage(cpuBefore);
const isRead = extraction.status === 'extracted';
process.send?.({
  cpuMs: (user + system) / 1000,
  memoryMib: (most - before) / MIB,
  markdownMib: isRead ? extraction.markdown.length / MIB : 0,
  isCut: isRead && extraction.isCut === true,
  ...(!isRead && { failure: extraction.message }),
} satisfies Reading);
await extractor.close();
process.disconnect();
