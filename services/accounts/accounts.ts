import { createHash } from 'node:crypto';
import type { Ledger } from '../billing/ledger.ts';
import type { Clock } from '../clock.ts';
import type { Sql } from '../database/database.ts';
import { ServiceError } from '../errors.ts';
import { newId } from '../ids.ts';
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
  createOrganization(name: string, credits: number): Promise<{ orgId: string } & NewKey>;
  grantCredits(orgId: string, amount: number): Promise<void>;
  /** @param scopes null: the key may do everything */
  createKey(orgId: string, options?: { scopes?: string[] | null; key?: string; expiresAt?: Date | null }): Promise<NewKey>;
  revokeKey(keyId: string): Promise<void>;
}

export function createAccounts({ sql, ledger, clock }: { sql: Sql; ledger: Ledger; clock: Clock }): Accounts {
  const accounts: Accounts = {
    async createOrganization(name, credits) {
      const orgId = newId('org');
      await sql.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [orgId, name, clock.now()]);
      if (credits > 0) await ledger.grant(orgId, `${orgId}:first`, credits);
      return { orgId, ...(await accounts.createKey(orgId)) };
    },

    async grantCredits(orgId, amount) {
      await requireOrganization(sql, orgId);
      await ledger.grant(orgId, newId('grant'), amount);
    },

    async createKey(orgId, { scopes = null, key = newApiKey(), expiresAt = null } = {}) {
      const unknown = scopes?.find((scope) => !(KEY_SCOPES as readonly string[]).includes(scope));
      if (unknown !== undefined) throw new ServiceError('INVALID_REQUEST', `${unknown} is not a scope; there are ${KEY_SCOPES.join(', ')}.`);
      await requireOrganization(sql, orgId);
      const keyId = newId('key');
      const sha256 = createHash('sha256').update(key).digest('hex');
      await sql.query(
        'insert into api_keys (id, org_id, sha256, last_four, scopes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
        [keyId, orgId, sha256, key.slice(-LAST_CHARACTERS), scopes, clock.now(), expiresAt],
      );
      return { key, keyId };
    },

    async revokeKey(keyId) {
      const revoked = await sql.query(
        'update api_keys set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id',
        [keyId, clock.now()],
      );
      if (revoked.length === 0) throw new ServiceError('NOT_FOUND', `There is no key ${keyId}.`);
    },
  };
  return accounts;
}

async function requireOrganization(sql: Sql, orgId: string): Promise<void> {
  const found = await sql.query('select id from organizations where id = $1', [orgId]);
  if (found.length === 0) throw new ServiceError('NOT_FOUND', `There is no organization ${orgId}.`);
}
