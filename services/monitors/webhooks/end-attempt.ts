import type { DELIVERY_STATUSES } from '../../../entities/monitors/webhook-outbox.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Clock } from '../../core/clock.ts';
import { lockMonitor } from '../storage/monitor-lock.ts';
import { dropPending } from './drop-pending.ts';
import type { PostResult } from './post.ts';
import { retryAfterMs } from '../../core/retry-after.ts';
import { nextAttemptAt, OFFSETS_MS } from './retry-schedule.ts';

const GONE = 410;

export type MessageStatus = (typeof DELIVERY_STATUSES)[number];

export interface EndAttemptDeps {
  database: Database;
  clock: Clock;
  timeScale: number;
  random(): number;
}

export interface EndedAttempt {
  messageId: string;
  attempt: number;
  monitorId: string;
  /** The URL that received the message. */
  url: string;
  at: Date;
  result: PostResult;
}

export type MessageEnd = { status: 'pending'; dueAt: Date } | { status: Exclude<MessageStatus, 'pending'> };

/** Records an attempt and its consequences for the message and the monitor's webhook, in one transaction. */
export async function endAttempt(deps: EndAttemptDeps, ended: EndedAttempt): Promise<MessageEnd> {
  return deps.database.transaction(async (sql) => {
    // A webhook changes under its monitor's lock, which precedes all row locks. The end of a run may hold it for long.
    if (isLast(ended)) await lockMonitor(sql, ended.monitorId);
    const message = await sql.builder
      .selectFrom('webhook_outbox')
      .select('status')
      .where('id', '=', ended.messageId)
      .forUpdate()
      .executeTakeFirst();
    if (!message) return { status: 'dropped' };
    const firstAt = await record(sql, ended);
    if (message.status !== 'pending') return { status: message.status };
    const end = verdict(deps, ended, firstAt);
    await sql.builder
      .updateTable('webhook_outbox')
      .set({
        status: end.status,
        due_at: end.status === 'pending' ? end.dueAt : null,
        ended_at: end.status === 'pending' ? null : deps.clock.now(),
      })
      .where('id', '=', ended.messageId)
      .execute();
    if (end.status === 'exhausted') await disable(sql, ended, firstAt, deps.clock.now());
    return end;
  });
}

/** @returns the time of the first attempt */
async function record({ builder }: Sql, { messageId, attempt, monitorId, at, result }: EndedAttempt): Promise<Date> {
  await builder
    .insertInto('webhook_attempts')
    .values({
      message_id: messageId,
      attempt,
      monitor_id: monitorId,
      at,
      http_status: result.httpStatus,
      error: result.error,
      response_body: result.responseBody,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const first = await builder
    .selectFrom('webhook_attempts')
    .select('at')
    .where('message_id', '=', messageId)
    .orderBy('attempt')
    .limit(1)
    .executeTakeFirst();
  return first?.at ?? at;
}

const isLast = ({ attempt, result }: EndedAttempt) =>
  !result.isDelivered && (result.httpStatus === GONE || attempt >= OFFSETS_MS.length);

function verdict({ clock, timeScale, random }: EndAttemptDeps, ended: EndedAttempt, firstAt: Date): MessageEnd {
  const { attempt, at, result } = ended;
  if (result.isDelivered) return { status: 'delivered' };
  if (isLast(ended)) return { status: 'exhausted' };
  const now = clock.now();
  const dueAt = nextAttemptAt({
    attempt,
    firstAt,
    at,
    now,
    retryAfterMs: retryAfterMs(result.retryAfter, now) ?? 0,
    timeScale,
    random: random(),
  });
  return dueAt ? { status: 'pending', dueAt } : { status: 'exhausted' };
}

/**
 * Disables the webhook of a receiver that is gone, or that has received nothing since the first attempt, unless the
 * monitor has another URL by now.
 */
async function disable(
  sql: Sql,
  { monitorId, url, attempt, result }: EndedAttempt,
  firstAt: Date,
  now: Date,
): Promise<void> {
  const isGone = result.httpStatus === GONE;
  const reason = isGone
    ? 'The receiver answered 410: it wants no more.'
    : `${attempt} attempts to deliver a message failed. The last one: ${result.error}.`;
  const disabled = await sql.builder
    .updateTable('monitors')
    .set({ webhook_status: 'disabled', webhook_status_reason: reason, updated_at: now })
    .where('id', '=', monitorId)
    .where('webhook_url', '=', url)
    .where('webhook_status', '=', 'active')
    .where(({ exists, lit, not, or, selectFrom }) => {
      const delivered = selectFrom('webhook_outbox')
        .select('webhook_outbox.id')
        .where('monitor_id', '=', monitorId)
        .where('webhook_outbox.status', '=', 'delivered')
        .where('ended_at', '>=', firstAt);
      return or([lit(isGone), not(exists(delivered))]);
    })
    .returning('id')
    .executeTakeFirst();
  if (disabled) await dropPending(sql, monitorId, now);
}
