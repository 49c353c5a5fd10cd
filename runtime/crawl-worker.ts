import type { Config } from './config.ts';
import type { Platform } from './platform.ts';
import { newId } from '../services/core/ids.ts';
import { createCrawlTurns } from '../services/crawls/frontier/host-turns.ts';
import { startCrawlReconciler } from '../services/crawls/reconciler.ts';
import { createCrawlRun, type CrawlRun } from '../services/crawls/run/crawl-run.ts';
import { createDocuments } from '../services/documents/documents.ts';
import type { ReadPageOf } from '../services/fetch/page-reader.ts';

interface CrawlingOptions {
  config: Config;
  platform: Platform;
  /** Whether this process repairs what a crash has left half done. */
  reconciles: boolean;
  /** Renders where a browser is there. */
  readPage: ReadPageOf;
  onError(error: unknown): void;
}

/** Dependencies of crawls, and their reconciler. */
export interface CrawlWorker {
  run: CrawlRun;
  close(): Promise<void>;
}

export function createCrawlWorker({ config, platform, reconciles, readPage, onError }: CrawlingOptions): CrawlWorker {
  const { database, background, clock, workflows, retrieval, telemetry } = platform;
  const { web } = retrieval;
  const documents = createDocuments({
    database,
    clock,
    newId,
    limits: { documentsPerOrganization: config.QUARRY_DOCUMENTS_PER_ORGANIZATION },
  });
  const polite = {
    clock,
    robotsOf: web.robotsOf,
    hostTurns: createCrawlTurns({ background, clock }),
    delayMs: config.QUARRY_CRAWL_DELAY * 1_000,
  };
  const charged = telemetry.metrics?.charged;
  const run = createCrawlRun({
    database,
    clock,
    documents,
    web,
    reader: { ...polite, readPage },
    plainReader: { ...polite, readPage: web.reader() },
    timeScale: config.QUARRY_TIME_SCALE,
    charged,
  });
  const reconciler = reconciles
    ? startCrawlReconciler({ background, database, documents, clock, workflows, charged, onError })
    : undefined;
  return { run, close: async () => reconciler?.stop() };
}
