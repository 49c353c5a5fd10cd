import type { EntityManager } from '@mikro-orm/postgresql';
import type { NativeConnection } from '@temporalio/worker';
import { createLedger, type Ledger } from './billing/ledger.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { openNotifications, type Notifications } from './database/notifications.ts';
import { openDatabase } from './database/open.ts';
import { connectTemporal } from './durable/connect.ts';
import type { Durable } from './durable/durable.ts';
import type { Config } from './config.ts';
import { openIndex } from './index/configured.ts';
import type { SearchIndex } from './index/port.ts';
import { stopInOrder, type Stop } from './lifecycle.ts';
import { RECORD_NEWS } from './monitors/record-news.ts';
import { WEBHOOK_WAITING } from './monitors/webhooks/waiting.ts';
import { RUN_ENDED } from './research/wait-for-end.ts';
import { RUN_STEP } from './research/steps.ts';
import { scoredByOwner } from './index/statistics/by-owner.ts';
import { createRetrieval, type Retrieval } from './retrieval.ts';

export interface FoundationOptions {
  config: Config;
  databaseUrl: string;
  temporalAddress: string;
}

/** What every process of ours stands on. */
export interface Foundation {
  database: Database;
  databaseUrl: string;
  em: EntityManager;
  notifications: Notifications;
  ledger: Ledger;
  clock: Clock;
  durable: Durable;
  /** Of the client and the workers of a process alike: only then are workflows started eagerly. */
  temporal: NativeConnection;
  index: SearchIndex;
  retrieval: Retrieval;
  close(): Promise<void>;
}

/**
 * Migrates and opens the database, connects to Temporal, and opens the index.
 *
 * @throws Error saying which of them cannot be reached, and what to do; nothing is left open then
 */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const closes: Stop[][] = [];
  const close = () => stopInOrder(closes.splice(0));
  try {
    return await open(options, closes, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: FoundationOptions, closes: Stop[][], close: Stop): Promise<Foundation> {
  await migrate(options.databaseUrl);
  const { database, orm } = await openDatabase(options.databaseUrl);
  closes.push([database.close]);
  const notifications = await openNotifications(database.pool, [RUN_ENDED, RUN_STEP, WEBHOOK_WAITING, RECORD_NEWS]);
  closes.push([notifications.close]);
  const temporal = await connectTemporal(options.temporalAddress, options.config.TEMPORAL_NAMESPACE);
  closes.push([temporal.close]);
  const index = scoredByOwner(await openIndex(options.config), database);
  closes.push([() => index.close()]);
  const retrieval = createRetrieval(options.config, { database, clock: systemClock, index });
  closes.push([retrieval.close]);
  const ledger = createLedger(database, systemClock);
  return {
    database, notifications, ledger, index, retrieval, close,
    databaseUrl: options.databaseUrl,
    em: orm.em,
    clock: systemClock,
    durable: temporal.durable,
    temporal: temporal.connection,
  };
}
