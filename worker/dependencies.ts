import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { WebhookDeliverySteps } from '../activities/webhook-delivery.ts';
import { countedLedger } from '../services/billing/counted-ledger.ts';
import { createEncryption } from '../services/core/encryption.ts';
import { createLedger, type Ledger } from '../services/billing/ledger.ts';
import type { Config } from '../runtime/config.ts';
import { backlogGauges } from '../services/backlog/backlog.ts';
import { readProgress } from '../services/embeddings/progress.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import { createPurge, type Purge } from '../services/retention/purge.ts';
import { startRunReconciler } from '../services/research/run/reconciler.ts';
import { startIndexerHost, type IndexerHost } from '../runtime/indexer-host.ts';
import type { RebuildProgress } from '../services/documents/indexing/rebuild-requests.ts';
import { createBrowser, type Browser, type BrowserOptions } from '../services/fetch/browser/browser.ts';
import { observedBrowser } from '../services/fetch/browser/observed-browser.ts';
import { createSchemas } from '../services/structured/schema/schemas.ts';
import { modelOf } from '../runtime/create-model.ts';
import { createPages } from '../services/fetch/pages.ts';
import { createPerHost } from '../services/fetch/per-host.ts';
import { createReadAndStore, type ReadAndStore } from '../services/fetch/read-and-store.ts';
import type { Platform } from '../runtime/platform.ts';
import { createReadyScopes } from '../services/research/gather/ready-scopes.ts';
import { createReadSource } from '../services/research/gather/read-source.ts';
import { createEvidenceReader } from '../services/research/evidence/evidence-reader.ts';
import { termRarity } from '../services/index/statistics/term-rarity.ts';
import { createResearch, type Research } from '../services/research/research.ts';
import type { Telemetry } from '../services/telemetry/telemetry.ts';
import { createRunTransitions } from '../services/research/state/run-state.ts';
import { createReadPrevious } from '../services/research/run/previous-run.ts';
import { createStoredNotes } from '../services/research/notes/stored-notes.ts';
import { createSteps } from '../services/research/state/steps.ts';
import { createExpireFingerprints } from '../services/retention/expire-fingerprints.ts';
import type { IndexConfig } from '../runtime/open-index.ts';
import type { MonitorRuns } from '../services/monitors/run/monitor-runs.ts';
import type { Poll } from '../services/sources/poll/poll.ts';
import { createEmbeddingWorker, type EmbeddingWorker } from './embedding-worker.ts';
import type { CrawlRun } from '../services/crawls/run/crawl-run.ts';
import { createCrawlWorker } from '../runtime/crawl-worker.ts';
import { createSourceWorker } from './source-worker.ts';
import { createMonitorWorker } from './monitor-worker.ts';
import { createWebhookWorker } from './webhook-worker.ts';
import { createOrganizationOf, type FindOrganization } from './organization-of.ts';
import type { Role } from './roles.ts';

export interface WorkerDependenciesOptions {
  config: Config;
  platform: Platform;
  roles: readonly Role[];
  /** Key for data encrypted at rest in the database; 32 bytes in base64. */
  encryptionKey: string;
  /** Absent if none is available: pages are then not rendered. */
  chromium?: Pick<BrowserOptions, 'executablePath' | 'args' | 'libraryFolder'> | undefined;
  onError(error: unknown): void;
  log: Pick<Logger, 'info'>;
  /** Receives the progress of an index rebuild. */
  onRebuild(progress: RebuildProgress): void;
}

/** Dependencies of the workers' activities. */
export interface WorkerDependencies {
  roles: readonly Role[];
  research: Research;
  readAndStore: ReadAndStore;
  poll: Poll;
  crawlRun: CrawlRun;
  monitorRuns: MonitorRuns;
  deliveries: WebhookDeliverySteps;
  /** Absent if the operator has turned ranking by embeddings off. */
  embedding: EmbeddingWorker | undefined;
  /** Across organizations. */
  ledger: Ledger;
  organizationOf: FindOrganization;
  purge: Purge;
  browser: Browser | undefined;
  indexer: IndexerHost | undefined;
  telemetry: Telemetry;
  close(): Promise<void>;
}

export function createWorkerDependencies(options: WorkerDependenciesOptions): WorkerDependencies {
  const { config, platform, roles, encryptionKey } = options;
  const closing = new AbortController();
  // The next start resumes work that a stop aborts: it is not an error.
  const onError = (error: unknown) => {
    if (!closing.signal.aborted) options.onError(error);
  };
  const { database, background, clock, workflows } = platform;
  const { observer, metrics } = platform.telemetry;
  const { web, search, outside } = platform.retrieval;
  const browser =
    options.chromium &&
    observedBrowser(
      createBrowser({
        ...options.chromium,
        hidden: [resolve(config.QUARRY_DATA_DIR), homedir(), tmpdir()],
        gate: web.gate,
        userAgent: web.userAgent,
        acceptLanguage: web.acceptLanguage,
        onLaunchFailure: onError,
      }),
      observer,
    );
  const evidenceReader = createEvidenceReader();
  const schemas = createSchemas();
  const pages = createPages(database);
  const readPage = web.reader(browser);
  const readAndStore = createReadAndStore({
    pages,
    perHost: createPerHost(),
    readPage,
    robotsRefusal: web.robotsRefusal,
    encryption: createEncryption(encryptionKey),
    clock,
  });
  const state = createRunTransitions({ database, clock, charged: metrics?.charged });
  const notes = createStoredNotes({ database, clock });
  const research = createResearch({
    state,
    steps: createSteps(database, clock),
    pages,
    search,
    readyScopes: createReadyScopes({ database, outside, defaultScope: config.QUARRY_DEFAULT_SCOPE }),
    readSource: createReadSource({ database, clock, pages, readAndStore, robotsRefusal: web.robotsRefusal }),
    notes,
    readPrevious: createReadPrevious({ database, notes }),
    evidenceReader,
    rarityOf: (orgId, question) => termRarity(database, orgId, question),
    nearness: platform.retrieval.nearness,
    model: modelOf(config, clock, observer),
    schemas,
  });
  const embedding = createEmbeddingWorker({ platform, onError, log: options.log });
  const indexer = roles.includes('index')
    ? startIndexerHost({
        databaseUrl: platform.databaseUrl,
        tablesOwner: platform.tablesOwner,
        config: indexConfigOf(config),
        onError,
        onRebuild: options.onRebuild,
        onWritten: () => embedding?.begin(),
      })
    : undefined;
  // Documents that were indexed before.
  if (indexer) platform.embeddings?.onReady(() => closing.signal.aborted || embedding?.begin());
  const following = createSourceWorker({ config, platform, roles, readPage, onError });
  const crawling = createCrawlWorker({
    config,
    platform,
    reconciles: roles.includes('workflows'),
    readPage,
    onError,
  });
  const monitoring = createMonitorWorker({ config, platform, roles, readPage, onError });
  const webhooks = createWebhookWorker({ config, platform, roles, encryptionKey, onError });
  if (metrics && roles.includes('workflows')) showBacklog(metrics, options);
  const reconciler = roles.includes('workflows')
    ? startRunReconciler({ background, clock, state, workflows, onError })
    : undefined;
  return {
    roles,
    research,
    readAndStore,
    ledger: countedLedger(createLedger(background, clock), metrics),
    organizationOf: createOrganizationOf(background),
    indexer,
    poll: following.poll,
    crawlRun: crawling.run,
    monitorRuns: monitoring.runs,
    deliveries: webhooks.steps,
    embedding,
    purge: inOrder(createPurge(background, clock), createExpireFingerprints(background, clock)),
    browser,
    telemetry: platform.telemetry,
    close: async () => {
      closing.abort();
      await Promise.all([
        reconciler?.stop(),
        following.close(),
        crawling.close(),
        monitoring.close(),
        webhooks.close(),
        indexer?.stop(),
        evidenceReader.close(),
        schemas.close(),
        browser?.close(),
      ]);
      await embedding?.settled();
    },
  };
}

/** Only one of several processes serves it: all would report the same values. */
function showBacklog(
  metrics: Metrics,
  { platform: { background: database, clock, embeddings }, config }: WorkerDependenciesOptions,
) {
  const model = embeddings?.passages.model;
  const passagesToEmbed = async (of: string) => {
    const { total, embedded } = await readProgress(database, of);
    return total - embedded;
  };
  const sources = backlogGauges({
    database,
    clock,
    timeScale: config.QUARRY_TIME_SCALE,
    ...(model !== undefined && { passagesToEmbed: () => passagesToEmbed(model) }),
  });
  for (const source of sources) metrics.gauges(source);
}

/** The part of the configuration that a thread can receive. */
function indexConfigOf({ QUARRY_OPENSEARCH_URL, QUARRY_OPENSEARCH_PREFIX, QUARRY_DATA_DIR }: Config): IndexConfig {
  return { QUARRY_OPENSEARCH_URL, QUARRY_OPENSEARCH_PREFIX, QUARRY_DATA_DIR };
}

function inOrder(...purges: Purge[]): Purge {
  return async () => {
    for (const purge of purges) await purge();
  };
}
