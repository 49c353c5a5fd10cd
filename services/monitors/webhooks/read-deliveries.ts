import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import { anyOf } from '../../database/builder.ts';
import type { Sql } from '../../database/database.ts';
import { visibleSince } from '../storage/visible.ts';

export interface Delivery {
  id: string;
  event: string;
  runId: string;
  status: 'pending' | 'delivered' | 'exhausted';
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: Date;
  /** Null if there was no response. */
  httpStatus: number | null;
  /** Empty if the message was delivered. */
  error: string;
  /** First KiB of the response body; empty without a response. */
  responseBody: string;
}

/**
 * Deliveries of the last 30 days, newest first, without dropped ones.
 *
 * @param page `before`: id of the last delivery of the previous page
 */
export type ReadDeliveries = (
  monitorId: string,
  page: { limit: number; before?: string | undefined },
) => Promise<{ deliveries: Delivery[]; hasMore: boolean }>;

export function createReadDeliveries({ database, clock }: { database: Sql; clock: Clock }): ReadDeliveries {
  return async (monitorId, { before, limit }) => {
    const found = await database.query<DeliveryRow>(
      `select id, event, run_id, status from webhook_outbox
       where monitor_id = $1 and status <> 'dropped' and created_at > $2
         and ($3::text is null or (run_id, id) < (select run_id, id from webhook_outbox where id = $3 and monitor_id = $1))
       order by run_id desc, id desc limit $4`,
      [monitorId, visibleSince(clock.now()), before, limit + 1],
    );
    const page = found.slice(0, limit);
    const attempts = await attemptsOf(
      database,
      page.map(({ id }) => id),
    );
    return {
      deliveries: page.map(({ run_id: runId, ...one }) => ({ ...one, runId, attempts: attempts.get(one.id) ?? [] })),
      hasMore: found.length > limit,
    };
  };
}

type DeliveryRow = ColumnsOf<'webhook_outbox', 'id' | 'event' | 'run_id'> & Pick<Delivery, 'status'>;

async function attemptsOf({ builder }: Sql, ids: string[]): Promise<Map<string, DeliveryAttempt[]>> {
  const rows = await builder
    .selectFrom('webhook_attempts')
    .select(['message_id', 'at', 'http_status as httpStatus', 'error', 'response_body as responseBody'])
    .where('message_id', '=', anyOf(ids))
    .orderBy('attempt')
    .execute();
  return Map.groupBy(rows, ({ message_id }) => message_id);
}
