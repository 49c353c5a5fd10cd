import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { WebhookDeliverySteps } from '../activities/webhook-delivery.ts';
import type { Ledger } from '../services/billing/ledger.ts';
import type { Config } from '../runtime/config.ts';
import { createPurge, type Purge } from '../services/database/purge.ts';
import { createReconciler } from '../services/research/run/reconciler.ts';
import { startIndexerHost, type IndexerHost } from '../runtime/indexer-host.ts';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';
import { createBrowser, type Browser, type BrowserOptions } from '../services/fetch/browser/browser.ts';
import { createSchemas } from '../services/structured/schema/schemas.ts';
import { modelOf } from '../runtime/model-configured.ts';
import { createPages } from '../services/fetch/pages.ts';
import { createPerHost } from '../services/fetch/per-host.ts';
import { createReadAndStore, type ReadAndStore } from '../services/fetch/read-and-store.ts';
import type { Foundation } from '../runtime/foundation.ts';
import { createReadyScopes } from '../services/research/gather/ready-scopes.ts';
import { createReadSource } from '../services/research/gather/read-source.ts';
import { createReportWriter } from '../services/research/report/report-writer.ts';
import { createResearch, type Research } from '../services/research/research.ts';
import { createRunState } from '../services/research/steps/run-state.ts';
import { createSteps } from '../services/research/steps/steps.ts';
import { createFadeMemories } from '../services/monitors/novelty/fade-memories.ts';
import type { IndexConfig } from '../runtime/index-configured.ts';
import type { MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { Poll } from '../services/sources/poll/poll.ts';
import { createEmbedding, type Embedding } from './embedding.ts';
import { createFollowing } from './following.ts';
import { createMonitoring } from './monitoring.ts';
import { createWebhooks } from './webhooks.ts';
import type { Role } from './roles.ts';

export interface WorkerPartsOptions {
  config: Config;
  foundation: Foundation;
  roles: readonly Role[];
  /** Of what rests encrypted in the database; 32 bytes in base64. */
  encryptionKey: string;
  /** Absent where there is none: pages are not rendered then. */
  chromium?: Pick<BrowserOptions, 'executablePath' | 'args' | 'libraryFolder'> | undefined;
  onError(error: unknown): void;
  /** Hears how far a rebuild of the index is. */
  onRebuild(progress: RebuildProgress): void;
}

/** What the workers' activities are made of. */
export interface WorkerParts {
  roles: readonly Role[];
  research: Research;
  readAndStore: ReadAndStore;
  poll: Poll;
  monitorRuns: MonitorRuns;
  deliveries: WebhookDeliverySteps;
  /** Absent where the operator has chosen no model for embeddings. */
  embedding: Embedding | undefined;
  ledger: Ledger;
  purge: Purge;
  browser: Browser | undefined;
  indexer: IndexerHost | undefined;
  close(): Promise<void>;
}

export function createWorkerParts(options: WorkerPartsOptions): WorkerParts {
  const { config, foundation, roles, encryptionKey } = options;
  const closing = new AbortController();
  // What a stop cuts off is taken up by the next start: it is no error.
  const onError = (error: unknown) => {
    if (!closing.signal.aborted) options.onError(error);
  };
  const { database, clock, ledger, durable } = foundation;
  const { web, search, outside } = foundation.retrieval;
  const browser = options.chromium && createBrowser({ ...options.chromium, hidden: [resolve(config.QUARRY_DATA_DIR), homedir(), tmpdir()], gate: web.gate, userAgent: web.userAgent, acceptLanguage: web.acceptLanguage, onLaunchFailure: onError });
  const reportWriter = createReportWriter();
  const schemas = createSchemas();
  const pages = createPages(database);
  const readPage = web.reader(browser);
  const readAndStore = createReadAndStore({ pages, perHost: createPerHost(), readPage });
  const state = createRunState({ database, clock });
  const research = createResearch({
    state,
    steps: createSteps(database, clock),
    pages,
    search,
    readyScopes: createReadyScopes({ database, outside, defaultScope: config.QUARRY_DEFAULT_SCOPE }),
    readSource: createReadSource({ database, clock, pages, readAndStore, robotsAllow: web.robotsAllow }),
    reportWriter,
    model: modelOf(config, clock),
    schemas,
  });
  const embedding = createEmbedding({ config, foundation, onError });
  const indexer = roles.includes('index') ? startIndexerHost({ databaseUrl: foundation.databaseUrl, config: indexConfigOf(config), onError, onRebuild: options.onRebuild, onWritten: () => embedding?.begin() }) : undefined;
  const following = createFollowing({ config, foundation, roles, readPage, onError });
  const monitoring = createMonitoring({ config, foundation, roles, onError });
  const webhooks = createWebhooks({ config, foundation, roles, encryptionKey, onError });
  const reconciler = roles.includes('workflows') ? createReconciler({ database, clock, state, durable, onError }) : undefined;
  return {
    roles, research, readAndStore, ledger, indexer,
    poll: following.poll,
    monitorRuns: monitoring.runs,
    deliveries: webhooks.steps,
    embedding,
    purge: inOrder(createPurge(database, clock), createFadeMemories(database, clock)),
    browser,
    close: async () => {
      closing.abort();
      await Promise.all([reconciler?.stop(), following.close(), monitoring.close(), webhooks.close(), indexer?.stop(), reportWriter.close(), schemas.close(), browser?.close()]);
      await embedding?.settled();
    },
  };
}

/** What a thread can be sent. */
function indexConfigOf({ QUARRY_OPENSEARCH_URL, QUARRY_OPENSEARCH_PREFIX, QUARRY_DATA_DIR }: Config): IndexConfig {
  return { QUARRY_OPENSEARCH_URL, QUARRY_OPENSEARCH_PREFIX, QUARRY_DATA_DIR };
}

function inOrder(...purges: Purge[]): Purge {
  return async () => {
    for (const purge of purges) await purge();
  };
}
