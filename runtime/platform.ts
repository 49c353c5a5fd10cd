import type { EntityManager } from '@mikro-orm/postgresql';
import type { NativeConnection } from '@temporalio/worker';
import { createLedger, type Ledger } from '../services/billing/ledger.ts';
import { createForeground } from '../services/concurrency/foreground.ts';
import { systemClock, type Clock } from '../services/core/clock.ts';
import type { Database } from '../services/database/database.ts';
import { migrate } from '../services/database/migrate.ts';
import { openNotifications, type Notifications } from '../services/database/notifications.ts';
import { openDatabase } from '../services/database/open.ts';
import { connectTemporal } from '../services/temporal/connect.ts';
import type { WorkflowClient } from '../services/temporal/workflow-client.ts';
import type { Config } from './config.ts';
import { openIndex } from './open-index.ts';
import type { SearchIndex } from '../services/index/port.ts';
import { stopInOrder, type Stop } from '../services/process/lifecycle.ts';
import { RECORD_NEWS } from '../services/monitors/rows/record-news.ts';
import { WEBHOOK_WAITING } from '../services/monitors/webhooks/waiting.ts';
import { RUN_ENDED } from '../services/research/state/run-state.ts';
import { RUN_STEP } from '../services/research/state/steps.ts';
import { scoredByOwner } from '../services/index/statistics/by-owner.ts';
import { createEmbeddingSource, type EmbeddingSource, type EmbeddingSourceDeps } from './create-embeddings.ts';
import { createRetrieval, type Retrieval } from './retrieval.ts';

export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  temporalAddress: string;
  obtainModel: EmbeddingSourceDeps['obtainModel'];
  log: EmbeddingSourceDeps['log'];
}

/** What every process of ours stands on. */
export interface Platform {
  database: Database;
  databaseUrl: string;
  em: EntityManager;
  notifications: Notifications;
  ledger: Ledger;
  clock: Clock;
  workflows: WorkflowClient;
  /** Of the client and the workers of a process alike: only then are workflows started eagerly. */
  temporal: NativeConnection;
  index: SearchIndex;
  retrieval: Retrieval;
  /** Undefined where the operator has turned ranking by meaning off. */
  embeddings: EmbeddingSource | undefined;
  close(): Promise<void>;
}

/**
 * Migrates and opens the database, connects to Temporal, and opens the index.
 *
 * @throws Error saying which of them cannot be reached, and what to do; nothing is left open then
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
  await migrate(options.databaseUrl);
  const { database, orm } = await openDatabase(options.databaseUrl);
  closes.push([database.close]);
  const notifications = await openNotifications(database.pool, [RUN_ENDED, RUN_STEP, WEBHOOK_WAITING, RECORD_NEWS]);
  closes.push([notifications.close]);
  const temporal = await connectTemporal(options.temporalAddress, options.config.TEMPORAL_NAMESPACE);
  closes.push([temporal.close]);
  const index = scoredByOwner(await openIndex(options.config), database);
  closes.push([() => index.close()]);
  const foreground = createForeground();
  const embeddings = createEmbeddingSource(options.config, { ...options, foreground });
  if (embeddings) closes.push([embeddings.close]);
  const retrieval = createRetrieval(options.config, {
    database,
    clock: systemClock,
    index,
    embeddings,
    foreground,
  });
  closes.push([retrieval.close]);
  const ledger = createLedger(database, systemClock);
  return {
    database,
    notifications,
    ledger,
    index,
    retrieval,
    embeddings,
    close,
    databaseUrl: options.databaseUrl,
    em: orm.em,
    clock: systemClock,
    workflows: temporal.workflows,
    temporal: temporal.connection,
  };
}
