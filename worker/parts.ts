import type { Ledger } from '../services/billing/ledger.ts';
import { createPurge, type Purge } from '../services/database/purge.ts';
import { createReconciler } from '../services/durable/reconciler.ts';
import { startIndexer, type Indexer } from '../services/documents/indexer.ts';
import { createBrowser, type Browser, type BrowserOptions } from '../services/fetch/browser.ts';
import { createPages } from '../services/fetch/pages.ts';
import { createPerHost } from '../services/fetch/per-host.ts';
import { createReadAndStore, type ReadAndStore } from '../services/fetch/read-and-store.ts';
import type { Foundation } from '../services/foundation.ts';
import { createReadSource } from '../services/research/read-source.ts';
import { createReportWriter } from '../services/research/report-writer.ts';
import { createResearch, type Research } from '../services/research/research.ts';
import { createRunState } from '../services/research/run-state.ts';
import { createSteps } from '../services/research/steps.ts';
import type { Role } from './worker.ts';

export interface WorkerPartsOptions {
  foundation: Foundation;
  roles: readonly Role[];
  /** Absent where there is none: pages are not rendered then. */
  chromium?: Pick<BrowserOptions, 'executablePath' | 'args' | 'libraryFolder'> | undefined;
  onError(error: unknown): void;
}

/** What the workers' activities are made of. */
export interface WorkerParts {
  roles: readonly Role[];
  research: Research;
  readAndStore: ReadAndStore;
  ledger: Ledger;
  purge: Purge;
  browser: Browser | undefined;
  indexer: Indexer | undefined;
  close(): Promise<void>;
}

export function createWorkerParts(options: WorkerPartsOptions): WorkerParts {
  const { foundation, roles, onError } = options;
  const { database, clock, ledger, index, durable } = foundation;
  const { web, search } = foundation.retrieval;
  const browser = options.chromium && createBrowser({ ...options.chromium, gate: web.gate, userAgent: web.userAgent, acceptLanguage: web.acceptLanguage, onLaunchFailure: onError });
  const reportWriter = createReportWriter();
  const pages = createPages(database);
  const readAndStore = createReadAndStore({ pages, perHost: createPerHost(), readPage: web.reader(browser) });
  const state = createRunState({ database, clock });
  const research = createResearch({
    state,
    steps: createSteps(database, clock),
    pages,
    search,
    readSource: createReadSource({ database, pages, readAndStore, robotsAllow: web.robotsAllow }),
    reportWriter,
  });
  const indexer = roles.includes('index') ? startIndexer({ database, index, onError }) : undefined;
  const reconciler = roles.includes('workflows') ? createReconciler({ database, clock, state, durable, onError }) : undefined;
  return {
    roles, research, readAndStore, ledger, indexer,
    purge: createPurge(database, clock),
    browser,
    close: async () => {
      await Promise.all([reconciler?.stop(), indexer?.stop(), reportWriter.close(), browser?.close()]);
    },
  };
}
