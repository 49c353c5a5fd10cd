import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Encryption } from '../../core/encryption.ts';
import { isId } from '../../core/ids.ts';
import { monitorNotFound } from '../monitors.ts';
import { createReadRecords, type SeenRecord } from './read-records.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

const ITEMS = 100;

export interface Feed {
  monitorId: string;
  /** The monitor's name; its id where it has none. */
  title: string;
  /** When the monitor was changed, or delivered the last time. */
  updatedAt: Date;
  /** Newest first, without content. */
  records: SeenRecord[];
}

/** A monitor's records for feed readers, which know no API keys. */
export interface Feeds {
  /** The token for a monitor of the organization. @throws ServiceError NOT_FOUND */
  tokenOf(orgId: string, monitorId: string): Promise<string>;
  /** @throws ServiceError NOT_FOUND for a wrong token as for an absent monitor */
  read(monitorId: string, token: string): Promise<Feed>;
}

interface MonitorRow {
  org_id: string;
  name: string;
  updated_at: Date;
  webhook_secret: Buffer;
}

export function createFeeds({
  database,
  clock,
  encryption,
}: {
  database: Database;
  clock: Clock;
  encryption: Encryption;
}): Feeds {
  const readRecords = createReadRecords({ database, clock });

  async function find(monitorId: string): Promise<MonitorRow> {
    const [row] = isId('mon', monitorId)
      ? await database.query<MonitorRow & Record<string, unknown>>(
          `select m.org_id, m.name, m.updated_at, m.webhook_secret from monitors m join organizations o on o.id = m.org_id
           where m.id = $1 and m.status <> 'deleted' and o.suspended_at is null`,
          [monitorId],
        )
      : [];
    if (!row) throw monitorNotFound();
    return row;
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
      const { records } = await readRecords({ monitorId }, query);
      return { monitorId, title: row.name || monitorId, updatedAt: records[0]?.firstSeenAt ?? row.updated_at, records };
    },
  };
}

/** What lets a reader into one monitor's feeds and nowhere else; follows from the monitor's secret, so it is not stored. */
function feedTokenOf(monitorId: string, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(`feed of ${monitorId}`).digest('base64url');
}

function isFeedToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
