import { randomUUID } from 'node:crypto';
import { failedAfterwards } from '../billing/charge-call.ts';
import type { Clock } from '../core/clock.ts';
import type { Sql } from '../database/database.ts';
import type { Encryption } from '../core/encryption.ts';
import { ServiceError } from '../core/errors.ts';

// Long enough for a busy process to renew in time, short enough for a retry after a crash.
const LEASE_MS = 12_000;
const RENEW_EVERY_MS = 4_000;

interface IdempotentCall {
  orgId: string;
  key: string;
  /** Hash of method, path and body. The same key with another request is refused. */
  requestSha256: string;
  /** Identifies the work if this is its first attempt. */
  operationId: string;
}

export interface StoredResponse {
  httpStatus: number;
  body: unknown;
}

/** Executes a call once per key for 24 hours, over retries and crashes. @see docs/rules.md#idempotency */
export interface Idempotency {
  /**
   * @param work receives the operation id of the first attempt, so that its charges and rows have the same ids
   * @throws ServiceError INVALID_REQUEST for a key used with another request, CONFLICT while the first call runs
   */
  once(call: IdempotentCall, work: (operationId: string) => Promise<StoredResponse>): Promise<StoredResponse>;
}

interface Dependencies {
  sql: Sql;
  encryption: Encryption;
  clock: Clock;
}

export function createIdempotency(dependencies: Dependencies): Idempotency {
  return {
    async once(call, work) {
      const lease = await claim(dependencies, call);
      if (lease.status === 'done') return lease.response;
      const renewal = setInterval(() => void renew(dependencies, call, lease.holder), RENEW_EVERY_MS);
      try {
        const response = await workOrDelete(dependencies, { call, lease, work });
        await completeOrRelease(dependencies, { call, holder: lease.holder, response });
        return response;
      } catch (error) {
        throw withRetry(error);
      } finally {
        clearInterval(renewal);
      }
    },
  };
}

const RETRY_AFTER_SECONDS = 5;

/**
 * A retry under the same key finds work that is complete. It succeeds as soon as the unavailable dependency is back.
 */
function withRetry(error: unknown): unknown {
  if (!(error instanceof ServiceError) || !error.isAfterwards || error.code !== 'UNAVAILABLE') return error;
  return new ServiceError(error.code, error.message, {
    cause: error.cause,
    isAfterwards: true,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

interface Lease {
  status: 'running';
  holder: string;
  operationId: string;
}

type Claim = Lease | { status: 'done'; response: StoredResponse };

interface LeasedWork {
  call: IdempotentCall;
  lease: Lease;
  work: (operationId: string) => Promise<StoredResponse>;
}

/** If this fails the record stays: the next attempt takes over the lease and the operation id. */
async function completeOrRelease(dependencies: Dependencies, completion: Completion): Promise<void> {
  try {
    await complete(dependencies, completion);
  } catch (error) {
    await release(dependencies, completion.call, completion.holder);
    throw failedAfterwards(error);
  }
}

/**
 * Refused work has changed nothing, and abandoned work changes nothing more: the key is free for the next attempt. Any
 * other failure may hide completed work, such as a connection lost during the commit: the next attempt continues under
 * the same operation id and finds the existing rows.
 */
async function workOrDelete(dependencies: Dependencies, { call, lease, work }: LeasedWork): Promise<StoredResponse> {
  try {
    return await work(lease.operationId);
  } catch (error) {
    await (leavesNoTrace(error) ? deleteRecord : release)(dependencies, call, lease.holder);
    throw error;
  }
}

function leavesNoTrace(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.isAfterwards) return false;
  return error.isAbandoned || error.code !== 'INTERNAL';
}

async function claim({ sql, encryption, clock }: Dependencies, call: IdempotentCall): Promise<Claim> {
  const holder = randomUUID();
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await sql.builder
    .insertInto('idempotency_records')
    .values({
      org_id: call.orgId,
      key: call.key,
      request_sha256: call.requestSha256,
      operation_id: call.operationId,
      lease_until: leaseUntil,
      lease_holder: holder,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'key'])
        .doUpdateSet({
          lease_until: (record) => record.ref('excluded.lease_until'),
          lease_holder: (record) => record.ref('excluded.lease_holder'),
        })
        .where('idempotency_records.http_status', 'is', null)
        .where('idempotency_records.lease_until', '<', now)
        .whereRef('idempotency_records.request_sha256', '=', 'excluded.request_sha256'),
    )
    .returning('operation_id')
    .executeTakeFirst();
  if (claimed) return { status: 'running', holder, operationId: claimed.operation_id };
  const existing = await sql.builder
    .selectFrom('idempotency_records')
    .select(['request_sha256', 'http_status', 'response'])
    .where('org_id', '=', call.orgId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (existing && existing.request_sha256 !== call.requestSha256) {
    throw new ServiceError('INVALID_REQUEST', 'This Idempotency-Key was used with another request. Use a new key.', {
      refusal: 'idempotency_key_reused',
    });
  }
  if (existing?.http_status == null || !existing.response) {
    throw new ServiceError('CONFLICT', 'A call with this Idempotency-Key is in progress. Retry with the same key.');
  }
  return {
    status: 'done',
    response: { httpStatus: existing.http_status, body: JSON.parse(encryption.decrypt(existing.response)) },
  };
}

async function renew({ sql, clock }: Dependencies, call: IdempotentCall, holder: string): Promise<void> {
  // The next renewal makes up for a failed one: the lease outlasts two.
  await leaseUntil(sql, { call, holder, until: new Date(clock.now().getTime() + LEASE_MS) }).catch(() => undefined);
}

interface Completion {
  call: IdempotentCall;
  holder: string;
  response: StoredResponse;
}

async function complete({ sql, encryption }: Dependencies, { call, holder, response }: Completion): Promise<void> {
  await sql.builder
    .updateTable('idempotency_records')
    .set({
      http_status: response.httpStatus,
      response: encryption.encrypt(JSON.stringify(response.body)),
      lease_until: null,
    })
    .where('org_id', '=', call.orgId)
    .where('key', '=', call.key)
    .where('lease_holder', '=', holder)
    .execute();
}

/** Lets the next attempt begin immediately, under the same operation id. */
async function release({ sql, clock }: Dependencies, call: IdempotentCall, holder: string): Promise<void> {
  // If this fails too, the lease expires.
  await leaseUntil(sql, { call, holder, until: new Date(clock.now().getTime() - 1) }).catch(() => undefined);
}

async function leaseUntil(
  { builder }: Sql,
  { call, holder, until }: { call: IdempotentCall; holder: string; until: Date },
): Promise<void> {
  await builder
    .updateTable('idempotency_records')
    .set({ lease_until: until })
    .where('org_id', '=', call.orgId)
    .where('key', '=', call.key)
    .where('lease_holder', '=', holder)
    .execute();
}

async function deleteRecord({ sql }: Dependencies, call: IdempotentCall, holder: string): Promise<void> {
  // If this fails, the lease expires, and the next attempt continues under the same operation id.
  await sql.builder
    .deleteFrom('idempotency_records')
    .where('org_id', '=', call.orgId)
    .where('key', '=', call.key)
    .where('lease_holder', '=', holder)
    .where('http_status', 'is', null)
    .execute()
    .catch(() => undefined);
}
