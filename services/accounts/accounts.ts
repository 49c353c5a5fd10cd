import { createHash } from 'node:crypto';
import { grantCredits } from '../billing/ledger.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { newApiKey } from './api-key-format.ts';
import { KEY_SCOPES } from './scopes.ts';

const LAST_CHARACTERS = 4;

export interface NewKey {
  /** Returned only here. The service stores its hash. */
  key: string;
  keyId: string;
}

/** The operator's interface to organizations and keys. */
export interface Accounts {
  createOrganization(name: string, credits: number | bigint): Promise<{ orgId: string } & NewKey>;
  /** @throws ServiceError INVALID_REQUEST if the balance would exceed the largest int8 */
  grantCredits(orgId: string, amount: number | bigint): Promise<void>;
  /** @param scopes null: the key may do everything */
  createKey(orgId: string, options?: { scopes?: string[] | null; expiresAt?: Date | null }): Promise<NewKey>;
  revokeKey(keyId: string): Promise<void>;
}

export function createAccounts(database: Database, clock: Clock): Accounts {
  return {
    createOrganization: (name, credits) =>
      database.transaction((sql) => createOrganization(sql, { name, credits, key: newApiKey(), at: clock.now() })),

    async grantCredits(orgId, amount) {
      await requireOrganization(database, orgId);
      await database
        .transaction((sql) => grantCredits(sql, { orgId, businessKey: newId('grant'), amount, at: clock.now() }))
        .catch(unlessTooMany);
    },

    async createKey(orgId, { scopes = null, expiresAt = null } = {}) {
      const unknown = scopes?.find((scope) => !(KEY_SCOPES as readonly string[]).includes(scope));
      if (unknown !== undefined)
        throw new ServiceError('INVALID_REQUEST', `Unknown scope ${unknown}. The scopes are ${KEY_SCOPES.join(', ')}.`);
      await requireOrganization(database, orgId);
      return insertKey(database, { orgId, key: newApiKey(), scopes, expiresAt, at: clock.now() });
    },

    async revokeKey(keyId) {
      const revoked = await database.builder
        .updateTable('api_keys')
        .set((key) => ({ revoked_at: key.fn.coalesce('revoked_at', key.val(clock.now())) }))
        .where('id', '=', keyId)
        .returning('id')
        .executeTakeFirst();
      if (!revoked) throw new ServiceError('NOT_FOUND', `No key has the id ${keyId}.`);
    },
  };
}

const OUT_OF_RANGE = '22003';

function unlessTooMany(error: unknown): never {
  const isTooMany = error instanceof Error && 'code' in error && error.code === OUT_OF_RANGE;
  throw isTooMany
    ? new ServiceError('INVALID_REQUEST', 'The grant would exceed the largest possible balance.', { cause: error })
    : error;
}

/** @throws ServiceError NOT_FOUND */
export async function requireOrganization({ builder }: Sql, orgId: string): Promise<void> {
  const found = await builder.selectFrom('organizations').select('id').where('id', '=', orgId).executeTakeFirst();
  if (!found) throw new ServiceError('NOT_FOUND', `No organization has the id ${orgId}.`);
}

export interface NewOrganization {
  name: string;
  credits: number | bigint;
  key: string;
  at: Date;
}

/** Creates an organization with its first key, in the caller's transaction. */
export async function createOrganization(
  sql: Sql,
  { name, credits, key, at }: NewOrganization,
): Promise<{ orgId: string } & NewKey> {
  const orgId = newId('org');
  await sql.builder.insertInto('organizations').values({ id: orgId, name, created_at: at }).execute();
  if (credits > 0) await grantCredits(sql, { orgId, businessKey: `${orgId}:first`, amount: credits, at });
  return { orgId, ...(await insertKey(sql, { orgId, key, scopes: null, expiresAt: null, at })) };
}

interface KeyRow {
  orgId: string;
  key: string;
  scopes: string[] | null;
  expiresAt: Date | null;
  at: Date;
}

async function insertKey({ builder }: Sql, { orgId, key, scopes, expiresAt, at }: KeyRow): Promise<NewKey> {
  const keyId = newId('key');
  const sha256 = createHash('sha256').update(key).digest('hex');
  await builder
    .insertInto('api_keys')
    .values({
      id: keyId,
      org_id: orgId,
      sha256,
      last_four: key.slice(-LAST_CHARACTERS),
      scopes,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return { key, keyId };
}
