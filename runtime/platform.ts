import type { NativeConnection } from '@temporalio/worker';
import { createLedger, type Ledger } from '../services/billing/ledger.ts';
import { createCharges, type Charges } from '../services/billing/charges.ts';
import { countedCharges, countedLedger } from '../services/billing/counted-ledger.ts';
import { createForeground } from '../services/concurrency/foreground.ts';
import { systemClock, type Clock } from '../services/core/clock.ts';
import { databaseByRole } from '../services/database/by-role.ts';
import type { Database } from '../services/database/database.ts';
import { migrate } from '../services/database/migrate.ts';
import { openNotifications, type Notifications } from '../services/database/notifications.ts';
import { poolGauges } from '../services/database/pool-gauges.ts';
import { openDatabase } from '../services/database/open.ts';
import { connectTemporal } from '../services/temporal/connect.ts';
import type { WorkflowClient } from '../services/temporal/workflow-client.ts';
import type { Config } from './config.ts';
import { openIndex } from './open-index.ts';
import type { SearchIndex } from '../services/index/port.ts';
import { stopInOrder, type Stop } from '../services/process/lifecycle.ts';
import { RECORD_NEWS } from '../services/monitors/storage/record-news.ts';
import { WEBHOOK_WAITING } from '../services/monitors/webhooks/waiting.ts';
import { CRAWL_NEWS } from '../services/crawls/storage/transitions.ts';
import { RUN_ENDED } from '../services/research/state/run-state.ts';
import { RUN_STEP } from '../services/research/state/steps.ts';
import { observedIndex } from '../services/index/observed-index.ts';
import { scoredByOwner } from '../services/index/statistics/by-owner.ts';
import type { Telemetry } from '../services/telemetry/telemetry.ts';
import { createEmbeddingSource, type EmbeddingSource, type EmbeddingSourceDeps } from './create-embeddings.ts';
import { createRetrieval, type Retrieval } from './retrieval.ts';

export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  temporalAddress: string;
  obtainModel: EmbeddingSourceDeps['obtainModel'];
  log: EmbeddingSourceDeps['log'];
  /** Closed by the caller, after the platform. */
  telemetry: Telemetry;
}

/** The parts that every process of Quarry needs. */
export interface Platform {
  /** The database, restricted to the organization that the work is for. @see actingFor */
  database: Database;
  /** For authentication: finds a caller's organization. */
  signIn: Database;
  /** For work that crosses organizations. */
  background: Database;
  /** For the first start, and for an operator's actions in the console. */
  operator: Database;
  databaseUrl: string;
  /** The database's name is part of the names of the roles. */
  tablesOwner: string;
  notifications: Notifications;
  ledger: Ledger;
  clock: Clock;
  workflows: WorkflowClient;
  /** Shared by the client and the workers of a process: only then does Temporal start workflows eagerly. */
  temporal: NativeConnection;
  charges: Charges;
  index: SearchIndex;
  retrieval: Retrieval;
  /** Undefined if the operator has turned ranking by embeddings off. */
  embeddings: EmbeddingSource | undefined;
  telemetry: Telemetry;
  close(): Promise<void>;
}

/**
 * Migrates and opens the database, connects to Temporal, and opens the index.
 *
 * @throws Error saying which of them cannot be reached, and what to do; everything that was opened is closed
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const closes: Stop[][] = [];
  const close = () => stopInOrder(closes.splice(0));
  try {
    return await open(options, closes, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: PlatformOptions, closes: Stop[][], close: Stop): Promise<Platform> {
  const { observer, metrics } = options.telemetry;
  await migrate(options.databaseUrl);
  const { database: connected } = await openDatabase(options.databaseUrl);
  closes.push([connected.close]);
  const { as, owner } = await databaseByRole(connected, observer);
  const { service: database, background } = as;
  metrics?.gauges(poolGauges(database.pool));
  const notifications = await openNotifications(database.pool, [
    RUN_ENDED,
    RUN_STEP,
    CRAWL_NEWS,
    WEBHOOK_WAITING,
    RECORD_NEWS,
  ]);
  closes.push([notifications.close]);
  const temporal = await connectTemporal(options.temporalAddress, options.config.TEMPORAL_NAMESPACE);
  closes.push([temporal.close]);
  const index = observedIndex(scoredByOwner(await openIndex(options.config), database), observer);
  closes.push([() => index.close()]);
  const foreground = createForeground();
  const embeddings = createEmbeddingSource(options.config, { ...options, foreground, observer });
  if (embeddings) closes.push([embeddings.close]);
  const retrieval = createRetrieval(options.config, {
    database,
    background,
    clock: systemClock,
    index,
    embeddings,
    foreground,
    observer,
  });
  closes.push([retrieval.close]);
  const charges = countedCharges(createCharges(database, systemClock), metrics);
  const ledger = countedLedger(createLedger(database, systemClock), metrics);
  return {
    database,
    signIn: as.sign_in,
    background,
    operator: as.operator,
    tablesOwner: owner,
    notifications,
    ledger,
    charges,
    index,
    retrieval,
    embeddings,
    close,
    databaseUrl: options.databaseUrl,
    telemetry: options.telemetry,
    clock: systemClock,
    workflows: temporal.workflows,
    temporal: temporal.connection,
  };
}
