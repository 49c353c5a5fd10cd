import { createHash } from 'node:crypto';
import { grantCredits } from '../billing/ledger.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { newApiKey } from './api-key-format.ts';
import { OPERATOR, recordAudit, type Actor } from './audit-log.ts';
import { KEY_SCOPES } from './scopes.ts';

const LAST_CHARACTERS = 4;

export interface NewKey {
  /** Returned only here. The service stores its hash. */
  key: string;
  keyId: string;
}

interface KeyOptions {
  scopes?: string[] | null;
  expiresAt?: Date | null;
  name?: string;
  /** Who makes the key. Absent: an operator. */
  actor?: Actor;
}

/** The operator's interface to organizations and keys. */
export interface Accounts {
  createOrganization(name: string, credits: number | bigint): Promise<{ orgId: string } & NewKey>;
  /** @throws ServiceError INVALID_REQUEST if the balance would exceed the largest int8 */
  grantCredits(orgId: string, amount: number | bigint): Promise<void>;
  /** @param scopes null: the key may do everything */
  createKey(orgId: string, options?: KeyOptions): Promise<NewKey>;
  /** @throws ServiceError NOT_FOUND */
  revokeKey(keyId: string, actor?: Actor): Promise<void>;
}

export function createAccounts(database: Database, clock: Clock): Accounts {
  return {
    createOrganization: (name, credits) =>
      database.transaction((sql) => createOrganization(sql, { name, credits, key: newApiKey(), at: clock.now() })),

    async grantCredits(orgId, amount) {
      await requireOrganization(database, orgId);
      await database
        .transaction(async (sql) => {
          const [businessKey, at] = [newId('grant'), clock.now()];
          await grantCredits(sql, { orgId, businessKey, amount, at });
          const detail = `${amount} credits`;
          await recordAudit(sql, {
            orgId,
            action: 'credits.grant',
            subjectId: businessKey,
            detail,
            actor: OPERATOR,
            at,
          });
        })
        .catch(unlessTooMany);
    },

    async createKey(orgId, { scopes = null, expiresAt = null, name = '', actor = OPERATOR } = {}) {
      const unknown = scopes?.find((scope) => !(KEY_SCOPES as readonly string[]).includes(scope));
      if (unknown !== undefined)
        throw new ServiceError('INVALID_REQUEST', `Unknown scope ${unknown}. The scopes are ${KEY_SCOPES.join(', ')}.`);
      await requireOrganization(database, orgId);
      const row = { orgId, key: newApiKey(), name, createdBy: actor.userId, scopes, expiresAt, at: clock.now() };
      return database.transaction(async (sql) => {
        const made = await insertKey(sql, row);
        const detail = [name, scopes?.join(' ')].filter(Boolean).join(': ') || null;
        await recordAudit(sql, { orgId, action: 'key.create', subjectId: made.keyId, detail, actor, at: row.at });
        return made;
      });
    },

    revokeKey: (keyId, actor = OPERATOR) =>
      database.transaction(async (sql) => {
        const at = clock.now();
        const revoked = await sql.builder
          .updateTable('api_keys')
          .set((key) => ({ revoked_at: key.fn.coalesce('revoked_at', key.val(at)) }))
          .where('id', '=', keyId)
          .returning(['org_id', 'name'])
          .executeTakeFirst();
        if (!revoked) throw new ServiceError('NOT_FOUND', `No key has the id ${keyId}.`);
        const { org_id: orgId, name } = revoked;
        await recordAudit(sql, { orgId, action: 'key.revoke', subjectId: keyId, detail: name || null, actor, at });
      }),
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
  const detail = `${name}, ${credits} credits`;
  await recordAudit(sql, { orgId, action: 'organization.create', subjectId: orgId, detail, actor: OPERATOR, at });
  if (credits > 0) await grantCredits(sql, { orgId, businessKey: `${orgId}:first`, amount: credits, at });
  return {
    orgId,
    ...(await insertKey(sql, { orgId, key, name: '', createdBy: null, scopes: null, expiresAt: null, at })),
  };
}

interface KeyRow {
  orgId: string;
  key: string;
  name: string;
  createdBy: string | null;
  scopes: string[] | null;
  expiresAt: Date | null;
  at: Date;
}

async function insertKey(
  { builder }: Sql,
  { orgId, key, name, createdBy, scopes, expiresAt, at }: KeyRow,
): Promise<NewKey> {
  const keyId = newId('key');
  const sha256 = createHash('sha256').update(key).digest('hex');
  await builder
    .insertInto('api_keys')
    .values({
      id: keyId,
      org_id: orgId,
      name,
      created_by: createdBy,
      sha256,
      last_four: key.slice(-LAST_CHARACTERS),
      scopes,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return { key, keyId };
}
