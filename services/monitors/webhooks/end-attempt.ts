import type { DELIVERY_STATUSES } from '../../../entities/monitors/webhook-outbox.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Clock } from '../../core/clock.ts';
import { lockMonitor } from '../rows/monitor-lock.ts';
import { dropPending } from './drop-pending.ts';
import type { Posted } from './post.ts';
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
  /** Where it was sent. */
  url: string;
  at: Date;
  posted: Posted;
}

export type MessageEnd = { status: 'pending'; dueAt: Date } | { status: Exclude<MessageStatus, 'pending'> };

/** Records an attempt and what follows from it for the message and its monitor's webhook, in one transaction. */
export async function endAttempt(deps: EndAttemptDeps, ended: EndedAttempt): Promise<MessageEnd> {
  return deps.database.transaction(async (sql) => {
    // A webhook is changed under its monitor's lock, which is taken before any row is. The end of a run may hold it for long.
    if (isLast(ended)) await lockMonitor(sql, ended.monitorId);
    const [message] = await sql.query<{ status: MessageStatus }>(
      'select status from webhook_outbox where id = $1 for update',
      [ended.messageId],
    );
    if (!message) return { status: 'dropped' };
    const firstAt = await record(sql, ended);
    if (message.status !== 'pending') return { status: message.status };
    const end = verdict(deps, ended, firstAt);
    await sql.query('update webhook_outbox set status = $2, due_at = $3, ended_at = $4 where id = $1', [
      ended.messageId,
      end.status,
      end.status === 'pending' ? end.dueAt : null,
      end.status === 'pending' ? null : deps.clock.now(),
    ]);
    if (end.status === 'exhausted') await disable(sql, ended, firstAt, deps.clock.now());
    return end;
  });
}

/** @returns when the first attempt was made */
async function record(sql: Sql, { messageId, attempt, monitorId, at, posted }: EndedAttempt): Promise<Date> {
  await sql.query(
    `insert into webhook_attempts (message_id, attempt, monitor_id, at, http_status, error, response_body) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [messageId, attempt, monitorId, at, posted.httpStatus, posted.error, posted.responseBody],
  );
  const [first] = await sql.query<{ at: Date }>(
    'select at from webhook_attempts where message_id = $1 order by attempt limit 1',
    [messageId],
  );
  return first?.at ?? at;
}

const isLast = ({ attempt, posted }: EndedAttempt) =>
  !posted.isDelivered && (posted.httpStatus === GONE || attempt >= OFFSETS_MS.length);

function verdict({ clock, timeScale, random }: EndAttemptDeps, ended: EndedAttempt, firstAt: Date): MessageEnd {
  const { attempt, at, posted } = ended;
  if (posted.isDelivered) return { status: 'delivered' };
  if (isLast(ended)) return { status: 'exhausted' };
  const now = clock.now();
  const dueAt = nextAttemptAt({
    attempt,
    firstAt,
    at,
    now,
    retryAfterMs: retryAfterMs(posted.retryAfter, now) ?? 0,
    timeScale,
    random: random(),
  });
  return dueAt ? { status: 'pending', dueAt } : { status: 'exhausted' };
}

/** A receiver that is gone, or that nothing has reached since the first attempt, is sent nothing more; unless another is named by now. */
async function disable(
  sql: Sql,
  { monitorId, url, attempt, posted }: EndedAttempt,
  firstAt: Date,
  now: Date,
): Promise<void> {
  const isGone = posted.httpStatus === GONE;
  const reason = isGone
    ? 'The receiver answered 410: it wants no more.'
    : `${attempt} attempts to deliver a message failed. The last one: ${posted.error}.`;
  const disabled = await sql.query(
    `update monitors set webhook_status = 'disabled', webhook_status_reason = $3, updated_at = $4
     where id = $1 and webhook_url = $2 and webhook_status = 'active'
       and ($5 or not exists (select 1 from webhook_outbox where monitor_id = $1 and status = 'delivered' and ended_at >= $6)) returning 1`,
    [monitorId, url, reason, now, isGone, firstAt],
  );
  if (disabled.length > 0) await dropPending(sql, monitorId, now);
}
