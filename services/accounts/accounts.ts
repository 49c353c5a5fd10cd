import { grantCredits } from '../billing/ledger.ts';
import type { Clock } from '../core/clock.ts';
import type { Database, Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { newApiKey } from './api-key-format.ts';
import { changeCredits } from './credits.ts';
import type { Actor } from '../database/roles/acting.ts';
import { OPERATOR, recordAudit } from './audit-log.ts';
import { changeKey, checkedLimits, insertKey, limitsInWords, UNLIMITED, type KeyLimits, type NewKey } from './keys.ts';

interface KeyOptions extends Partial<KeyLimits> {
  /** Who makes the key. Absent: an operator. */
  actor?: Actor;
}

/** The operator's interface to organizations and keys. */
export interface Accounts {
  createOrganization(name: string, credits: number | bigint): Promise<{ orgId: string } & NewKey>;
  /**
   * @param amount negative: credits are taken back @param reason needed for that
   * @throws ServiceError NOT_FOUND, and as `changeCredits` does
   */
  grantCredits(orgId: string, amount: number | bigint, reason?: string | null): Promise<void>;
  /** @throws ServiceError INVALID_REQUEST, NOT_FOUND */
  createKey(orgId: string, options?: KeyOptions): Promise<NewKey>;
  /** @param changes absent members stay @throws ServiceError INVALID_REQUEST, NOT_FOUND, CONFLICT for a revoked key */
  changeKey(keyId: string, changes: Partial<KeyLimits>): Promise<void>;
  /** @throws ServiceError NOT_FOUND */
  revokeKey(keyId: string, actor?: Actor): Promise<void>;
}

export function createAccounts(database: Database, clock: Clock): Accounts {
  return {
    createOrganization: (name, credits) =>
      database.transaction((sql) => createOrganization(sql, { name, credits, key: newApiKey(), at: clock.now() })),

    async grantCredits(orgId, amount, reason = null) {
      await requireOrganization(database, orgId);
      const change = { orgId, amount, reason, actor: OPERATOR, at: clock.now() };
      await database.transaction((sql) => changeCredits(sql, change));
    },

    async createKey(orgId, { actor = OPERATOR, ...options } = {}) {
      const at = clock.now();
      const limits = checkedLimits({ ...UNLIMITED, ...options });
      await requireOrganization(database, orgId);
      return database.transaction(async (sql) => {
        const made = await insertKey(sql, { orgId, key: newApiKey(), limits, actor, at });
        const detail = limitsInWords(limits);
        await recordAudit(sql, { orgId, action: 'key.create', subjectId: made.keyId, detail, actor, at });
        return made;
      });
    },

    changeKey: (keyId, changes) =>
      database.transaction(async (sql) => {
        const key = await sql.builder
          .selectFrom('api_keys')
          .select('org_id')
          .where('id', '=', keyId)
          .executeTakeFirst();
        if (!key) throw new ServiceError('NOT_FOUND', `No key has the id ${keyId}.`);
        await changeKey(sql, { orgId: key.org_id, keyId, changes, actor: OPERATOR, at: clock.now() });
      }),

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
  return { orgId, ...(await insertKey(sql, { orgId, key, limits: UNLIMITED, actor: OPERATOR, at })) };
}
