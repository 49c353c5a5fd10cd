import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/database.ts';
import { visibleSince } from '../rows/visible.ts';

export interface Delivery {
  id: string;
  event: string;
  runId: string;
  status: 'pending' | 'delivered' | 'exhausted';
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: Date;
  /** Null where no answer came. */
  httpStatus: number | null;
  /** Empty where it arrived. */
  error: string;
  /** The first KiB of the answer's body; empty where none came. */
  responseBody: string;
}

/**
 * Deliveries of the last 30 days, newest first; those that were dropped are not among them.
 *
 * @param page `before`: id of the last delivery of the previous page
 */
export type ReadDeliveries = (
  monitorId: string,
  page: { limit: number; before?: string | undefined },
) => Promise<{ deliveries: Delivery[]; hasMore: boolean }>;

export function createReadDeliveries({ database, clock }: { database: Sql; clock: Clock }): ReadDeliveries {
  return async (monitorId, { before, limit }) => {
    const found = await database.query<Omit<Delivery, 'attempts'> & Record<string, unknown>>(
      `select id, event, run_id as "runId", status from webhook_outbox
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
      deliveries: page.map((one) => ({ ...one, attempts: attempts.get(one.id) ?? [] })),
      hasMore: found.length > limit,
    };
  };
}

async function attemptsOf(sql: Sql, ids: string[]): Promise<Map<string, DeliveryAttempt[]>> {
  const rows = await sql.query<DeliveryAttempt & { message_id: string } & Record<string, unknown>>(
    'select message_id, at, http_status as "httpStatus", error, response_body as "responseBody" from webhook_attempts where message_id = any($1) order by attempt',
    [ids],
  );
  return Map.groupBy(rows, ({ message_id }) => message_id);
}
