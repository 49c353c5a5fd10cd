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
  /** Given once, here; only its hash is kept. */
  key: string;
  keyId: string;
}

/** The operator's side of organizations and keys. */
export interface Accounts {
  createOrganization(name: string, credits: number | bigint): Promise<{ orgId: string } & NewKey>;
  /** @throws ServiceError INVALID_REQUEST when the balance would be more than can be kept */
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
      const revoked = await database.query(
        'update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id',
        [keyId, clock.now()],
      );
      if (revoked.length === 0) throw new ServiceError('NOT_FOUND', `No key has the id ${keyId}.`);
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

async function requireOrganization(sql: Sql, orgId: string): Promise<void> {
  const found = await sql.query('select id from organizations where id = $1', [orgId]);
  if (found.length === 0) throw new ServiceError('NOT_FOUND', `No organization has the id ${orgId}.`);
}

export interface NewOrganization {
  name: string;
  credits: number | bigint;
  key: string;
  at: Date;
}

/** Creates an organization with its first key inside a transaction of the caller's. */
export async function createOrganization(
  sql: Sql,
  { name, credits, key, at }: NewOrganization,
): Promise<{ orgId: string } & NewKey> {
  const orgId = newId('org');
  await sql.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [orgId, name, at]);
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

async function insertKey(sql: Sql, { orgId, key, scopes, expiresAt, at }: KeyRow): Promise<NewKey> {
  const keyId = newId('key');
  const sha256 = createHash('sha256').update(key).digest('hex');
  await sql.query(
    'insert into api_keys (id, org_id, sha256, last_four, scopes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [keyId, orgId, sha256, key.slice(-LAST_CHARACTERS), scopes, at, expiresAt],
  );
  return { key, keyId };
}
