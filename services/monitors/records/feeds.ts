import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import { actingFor } from '../../database/roles/acting.ts';
import type { Encryption } from '../../core/encryption.ts';
import { isId } from '../../core/ids.ts';
import { monitorNotFound } from '../monitors.ts';
import { createReadRecords, type SeenRecord } from './read-records.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

const ITEMS = 100;

export interface Feed {
  monitorId: string;
  /** The monitor's name, or its id if it is unnamed. */
  title: string;
  /** Time of the last delivery, or of the monitor's last change if it has delivered nothing. */
  updatedAt: Date;
  /** Newest first, without content. */
  records: SeenRecord[];
}

/** A monitor's records for feed readers, which have no API key. */
export interface Feeds {
  /** The token for a monitor of the organization. @throws ServiceError NOT_FOUND */
  tokenOf(orgId: string, monitorId: string): Promise<string>;
  /** @throws ServiceError NOT_FOUND for a wrong token and for an absent monitor alike */
  read(monitorId: string, token: string): Promise<Feed>;
}

type FeedMonitor = ColumnsOf<'monitors', 'org_id' | 'name' | 'updated_at' | 'webhook_secret'>;

export function createFeeds({
  database,
  signIn,
  clock,
  encryption,
}: {
  database: Database;
  /** Finds the monitor, and so the organization, of a token. */
  signIn: Sql;
  clock: Clock;
  encryption: Encryption;
}): Feeds {
  const readRecords = createReadRecords({ database, clock });

  async function find(monitorId: string): Promise<FeedMonitor> {
    const monitor = isId('mon', monitorId) ? await findFeedMonitor(signIn, monitorId) : undefined;
    if (!monitor) throw monitorNotFound();
    return monitor;
  }

  return {
    async tokenOf(orgId, monitorId) {
      const row = await find(monitorId);
      if (row.org_id !== orgId) throw monitorNotFound();
      return feedTokenOf(monitorId, encryption.decrypt(row.webhook_secret));
    },

    async read(monitorId, token) {
      const row = await find(monitorId);
      if (!isFeedToken(token, feedTokenOf(monitorId, encryption.decrypt(row.webhook_secret)))) throw monitorNotFound();
      const query = {
        since: undefined,
        before: undefined,
        limit: ITEMS,
        sort: 'desc' as const,
        includeContent: false,
      };
      const { records } = await actingFor(row.org_id, () => readRecords({ monitorId }, query));
      return { monitorId, title: row.name || monitorId, updatedAt: records[0]?.firstSeenAt ?? row.updated_at, records };
    },
  };
}

/** A monitor that is not deleted, of an organization that is not suspended. */
function findFeedMonitor({ builder }: Sql, monitorId: string): Promise<FeedMonitor | undefined> {
  return builder
    .selectFrom('monitors')
    .innerJoin('organizations', 'organizations.id', 'monitors.org_id')
    .select(['monitors.org_id', 'monitors.name', 'monitors.updated_at', 'monitors.webhook_secret'])
    .where('monitors.id', '=', monitorId)
    .where('monitors.status', '<>', 'deleted')
    .where('organizations.suspended_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The token gives access to the feeds of one monitor. It is derived from the monitor's secret and therefore not stored.
 */
function feedTokenOf(monitorId: string, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(`feed of ${monitorId}`).digest('base64url');
}

function isFeedToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
