import type { Config } from '../services/config.ts';
import type { Ledger } from '../services/billing/ledger.ts';
import { createPurge, type Purge } from '../services/database/purge.ts';
import { createReconciler } from '../services/durable/reconciler.ts';
import { startIndexer, type Indexer } from '../services/documents/indexer.ts';
import { createEgress } from '../services/egress/egress.ts';
import { createGate } from '../services/egress/gate.ts';
import { parseAllowList } from '../services/egress/allow-list.ts';
import { createBrowser, type Browser, type BrowserOptions } from '../services/fetch/browser.ts';
import { createExtractor } from '../services/fetch/extract/extractor.ts';
import { createPages } from '../services/fetch/pages.ts';
import { createPerHost } from '../services/fetch/per-host.ts';
import { createReadAndStore, type ReadAndStore } from '../services/fetch/read-and-store.ts';
import { readPage } from '../services/fetch/read-page.ts';
import { createRobots } from '../services/fetch/robots.ts';
import type { Foundation } from '../services/foundation.ts';
import { createReadSource } from '../services/research/read-source.ts';
import { createReportWriter } from '../services/research/report-writer.ts';
import { createResearch, type Research } from '../services/research/research.ts';
import { createRunState } from '../services/research/run-state.ts';
import { createSteps } from '../services/research/steps.ts';
import { createSearch } from '../services/search/search.ts';
import type { Role } from './worker.ts';

const PRODUCT = 'Quarry';
const VERSION = '0.1';

export interface WorkerPartsOptions {
  config: Config;
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
  const { config, foundation, roles, onError } = options;
  const { database, clock, ledger, index, durable } = foundation;
  const web = createWeb(options);
  const reportWriter = createReportWriter();
  const pages = createPages(database);
  const readAndStore = createReadAndStore({ pages, perHost: createPerHost(), readPage: web.readPage });
  const state = createRunState({ database, clock });
  const research = createResearch({
    state,
    steps: createSteps(database, clock),
    pages,
    search: createSearch({ index, database, clock, defaultScope: config.QUARRY_DEFAULT_SCOPE }),
    readSource: createReadSource({ database, pages, readAndStore, robotsAllow: web.robotsAllow }),
    reportWriter,
  });
  const indexer = roles.includes('index') ? startIndexer({ database, index, onError }) : undefined;
  const reconciler = roles.includes('workflows') ? createReconciler({ database, clock, state, durable, onError }) : undefined;
  return {
    roles, research, readAndStore, ledger, indexer,
    purge: createPurge(database, clock),
    browser: web.browser,
    close: async () => {
      await Promise.all([reconciler?.stop(), indexer?.stop(), reportWriter.close(), web.close()]);
    },
  };
}

/** Everything that reaches out of the process, behind one gate. */
function createWeb({ config, foundation, chromium, onError }: WorkerPartsOptions) {
  const gate = createGate({ allowList: parseAllowList(config.QUARRY_EGRESS_ALLOW) });
  const egress = createEgress(gate);
  const extractor = createExtractor();
  const userAgent = `${PRODUCT}/${VERSION} (${config.QUARRY_CONTACT ?? 'self-hosted research service'})`;
  const browser = chromium && createBrowser({ ...chromium, gate, userAgent, onLaunchFailure: onError });
  const page = { egress, extractor, clock: foundation.clock, userAgent, ...(browser && { browser }) };
  return {
    browser,
    readPage: (url: string, signal: AbortSignal) => readPage(page, url, signal),
    robotsAllow: createRobots({ egress, productToken: PRODUCT, userAgent }),
    close: async () => {
      await browser?.close();
      await extractor.close();
      await egress.close();
    },
  };
}
