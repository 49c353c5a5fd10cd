import { setTimeout as sleep } from 'node:timers/promises';
import type { ColumnsOf } from '../../../entities/row-types.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Encryption } from '../../core/encryption.ts';
import { endAttempt, type MessageStatus } from './end-attempt.ts';
import { postWebhook, type PostDeps } from './post.ts';

// Timers of the workflow fire up to a second late, which is much of the five seconds before the second attempt. So a
// workflow starts the attempt early, and the rest of the time passes here.
const EARLY_MS = 1_500;

export interface AttemptKey {
  messageId: string;
  /** From 1. */
  attempt: number;
}

/** State of a message after an attempt. `again`: it is pending, and the next attempt starts after `waitMs`. */
export type AttemptResult = { status: 'again'; waitMs: number } | { status: Exclude<MessageStatus, 'pending'> };

export interface AttemptDeps extends PostDeps {
  database: Database;
  clock: Clock;
  encryption: Pick<Encryption, 'decrypt'>;
  /** QUARRY_TIME_SCALE. */
  timeScale: number;
  /** From 0 to 1. */
  random(): number;
}

/** A message and its monitor's webhook before an attempt. */
interface StoredMessage
  extends
    ColumnsOf<'webhook_outbox', 'monitor_id' | 'body' | 'status' | 'due_at'>,
    ColumnsOf<'monitors', 'webhook_url' | 'webhook_secret'> {
  /** Whether this attempt, or a later one, is recorded. */
  isMade: boolean;
  /** Whether the monitor still sends webhooks. */
  isWanted: boolean;
}

/**
 * Makes one attempt and records its result. A recorded attempt is not repeated. After a crash, an unrecorded one is
 * repeated with the same id and bytes.
 */
export async function attemptDelivery(deps: AttemptDeps, of: AttemptKey, signal: AbortSignal): Promise<AttemptResult> {
  const { clock, encryption } = deps;
  const message = await findDue(deps, of, signal);
  if (!message) return { status: 'dropped' };
  if (message.status !== 'pending') return { status: message.status };
  if (message.isMade) return again(message.due_at, clock);
  const { webhook_url: url } = message;
  if (url === null || !message.isWanted) return drop(deps, of.messageId);
  const at = clock.now();
  const secret = encryption.decrypt(message.webhook_secret);
  const result = await postWebhook(
    deps,
    { url, secret, message: { id: of.messageId, body: message.body }, at },
    signal,
  );
  const end = await endAttempt(deps, { ...of, monitorId: message.monitor_id, url, at, result });
  return end.status === 'pending' ? again(end.dueAt, clock) : { status: end.status };
}

/** Waits until the message is due, then reads it. */
async function findDue(
  { database, clock }: AttemptDeps,
  of: AttemptKey,
  signal: AbortSignal,
): Promise<StoredMessage | undefined> {
  const message = await findMessage(database, of);
  const earlyMs =
    message?.status === 'pending' && message.due_at && !message.isMade
      ? message.due_at.getTime() - clock.now().getTime()
      : 0;
  if (earlyMs <= 0) return message;
  await sleep(Math.min(earlyMs, EARLY_MS), undefined, { signal }).catch(() => signal.throwIfAborted());
  return findMessage(database, of);
}

async function findMessage({ builder }: Sql, { messageId, attempt }: AttemptKey): Promise<StoredMessage | undefined> {
  const row = await builder
    .selectFrom('webhook_outbox as message')
    .innerJoin('monitors as monitor', 'monitor.id', 'message.monitor_id')
    .select(['message.monitor_id', 'message.body', 'message.status', 'message.due_at'])
    .select(['monitor.webhook_url', 'monitor.webhook_secret'])
    .select(['monitor.status as monitorStatus', 'monitor.webhook_status as webhookStatus'])
    .select(({ exists, selectFrom }) => {
      const made = selectFrom('webhook_attempts')
        .select('message_id')
        .whereRef('message_id', '=', 'message.id')
        .where('attempt', '>=', attempt);
      return exists(made).as('isMade');
    })
    .where('message.id', '=', messageId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { monitorStatus, webhookStatus, isMade, ...columns } = row;
  return {
    ...columns,
    isMade: Boolean(isMade),
    isWanted: monitorStatus !== 'deleted' && webhookStatus === 'active',
  };
}

async function drop({ database, clock }: AttemptDeps, messageId: string): Promise<AttemptResult> {
  await database.builder
    .updateTable('webhook_outbox')
    .set({ status: 'dropped', ended_at: clock.now() })
    .where('id', '=', messageId)
    .where('status', '=', 'pending')
    .execute();
  return { status: 'dropped' };
}

function again(dueAt: Date | null, clock: Clock): AttemptResult {
  return { status: 'again', waitMs: Math.max((dueAt?.getTime() ?? 0) - clock.now().getTime() - EARLY_MS, 0) };
}
