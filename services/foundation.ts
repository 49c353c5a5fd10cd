import type { EntityManager } from '@mikro-orm/postgresql';
import { createLedger, type Ledger } from './billing/ledger.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import { openNotifications, type Notifications } from './database/notifications.ts';
import { openDatabase } from './database/open.ts';
import { RUN_ENDED } from './research/run-state.ts';

/** What every process of ours stands on. */
export interface Foundation {
  database: Database;
  em: EntityManager;
  notifications: Notifications;
  ledger: Ledger;
  clock: Clock;
  close(): Promise<void>;
}

/** @param databaseUrl a migrated database */
export async function openFoundation(databaseUrl: string): Promise<Foundation> {
  const { database, orm } = await openDatabase(databaseUrl);
  const notifications = await openNotifications(database.pool, [RUN_ENDED]);
  return {
    database,
    em: orm.em,
    notifications,
    ledger: createLedger(database, systemClock),
    clock: systemClock,
    close: async () => {
      await notifications.close();
      await database.close();
    },
  };
}
