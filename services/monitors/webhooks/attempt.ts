import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Encryption } from '../../core/encryption.ts';
import { endAttempt, type MessageStatus } from './end-attempt.ts';
import { postWebhook, type PostDeps } from './post.ts';

// Timers of the workflow strike up to a second late, which is much of the five seconds before the second attempt: a
// workflow asks early, and the rest is waited for here.
const EARLY_MS = 1_500;

export interface AttemptOf {
  messageId: string;
  /** From 1. */
  attempt: number;
}

/** Where a message stands after an attempt; `again`: pending, and the next attempt is to be asked for after that time. */
export type Attempted = { status: 'again'; waitMs: number } | { status: Exclude<MessageStatus, 'pending'> };

export interface AttemptDeps extends PostDeps {
  database: Database;
  clock: Clock;
  encryption: Pick<Encryption, 'decrypt'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** From 0 to 1. */
  random(): number;
}

interface MessageRow {
  monitor_id: string;
  body: string;
  status: MessageStatus;
  due_at: Date | null;
  is_made: boolean;
  is_wanted: boolean;
  webhook_url: string | null;
  webhook_secret: Buffer;
}

/**
 * Makes one attempt and records what came of it. An attempt that is recorded is not made again; one that a crash kept from
 * being recorded is, with the same id and the same bytes.
 */
export async function attemptDelivery(deps: AttemptDeps, of: AttemptOf, signal: AbortSignal): Promise<Attempted> {
  const { clock, encryption } = deps;
  const message = await findDue(deps, of, signal);
  if (!message) return { status: 'dropped' };
  if (message.status !== 'pending') return { status: message.status };
  if (message.is_made) return again(message.due_at, clock);
  const { webhook_url: url } = message;
  if (url === null || !message.is_wanted) return drop(deps, of.messageId);
  const at = clock.now();
  const secret = encryption.decrypt(message.webhook_secret);
  const posted = await postWebhook(
    deps,
    { url, secret, message: { id: of.messageId, body: message.body }, at },
    signal,
  );
  const end = await endAttempt(deps, { ...of, monitorId: message.monitor_id, url, at, posted });
  return end.status === 'pending' ? again(end.dueAt, clock) : { status: end.status };
}

/** The message once it is due, as it is then. */
async function findDue(
  { database, clock }: AttemptDeps,
  of: AttemptOf,
  signal: AbortSignal,
): Promise<MessageRow | undefined> {
  const message = await findMessage(database, of);
  const earlyMs =
    message?.status === 'pending' && message.due_at && !message.is_made
      ? message.due_at.getTime() - clock.now().getTime()
      : 0;
  if (earlyMs <= 0) return message;
  await sleep(Math.min(earlyMs, EARLY_MS), undefined, { signal }).catch(() => signal.throwIfAborted());
  return findMessage(database, of);
}

/** Delivered, given up, or not wanted any more: all that is known before an attempt. */
async function findMessage(sql: Sql, { messageId, attempt }: AttemptOf): Promise<MessageRow | undefined> {
  const [row] = await sql.query<MessageRow & Record<string, unknown>>(
    `select o.monitor_id, o.body, o.status, o.due_at, m.webhook_url, m.webhook_secret,
            exists (select 1 from webhook_attempts where message_id = o.id and attempt >= $2) as is_made,
            m.status <> 'deleted' and m.webhook_status = 'active' as is_wanted
       from webhook_outbox o join monitors m on m.id = o.monitor_id where o.id = $1`,
    [messageId, attempt],
  );
  return row;
}

async function drop({ database, clock }: AttemptDeps, messageId: string): Promise<Attempted> {
  await database.query(
    `update webhook_outbox set status = 'dropped', ended_at = $2 where id = $1 and status = 'pending'`,
    [messageId, clock.now()],
  );
  return { status: 'dropped' };
}

function again(dueAt: Date | null, clock: Clock): Attempted {
  return { status: 'again', waitMs: Math.max((dueAt?.getTime() ?? 0) - clock.now().getTime() - EARLY_MS, 0) };
}
