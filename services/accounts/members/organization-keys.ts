import { dayOf } from '../../dates/days.ts';
import type { Database } from '../../database/database.ts';
import { isId } from '../../core/ids.ts';
import type { Clock } from '../../core/clock.ts';
import { createAccounts } from '../accounts.ts';
import type { Actor } from '../../database/roles/acting.ts';
import { changeKey, noKey, requireFuture, type KeyLimits } from '../keys.ts';

/** A key as its organization sees it, without the key itself. */
export interface OrganizationKey extends KeyLimits {
  id: string;
  lastCharacters: string;
  /** Credits of today, in UTC, and in all, with what open holds reserve. Null without a cap: usage tells them. */
  spentToday: number | null;
  spentTotal: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Name of the user who made it. Null: an operator did. */
  createdBy: string | null;
}

/** The keys of one organization, for its members. */
export interface OrganizationKeys {
  /** Newest first, revoked ones too. */
  list(orgId: string): Promise<OrganizationKey[]>;
  /** @returns the key itself too, only here @throws ServiceError INVALID_REQUEST */
  create(orgId: string, limits: KeyLimits, actor: Actor): Promise<OrganizationKey & { key: string }>;
  /** @param changes absent members stay @throws ServiceError INVALID_REQUEST, NOT_FOUND, CONFLICT for a revoked key */
  change(orgId: string, keyId: string, changes: Partial<KeyLimits>, actor: Actor): Promise<OrganizationKey>;
  /** The key is refused within a second. @throws ServiceError NOT_FOUND for another organization's key too */
  revoke(orgId: string, keyId: string, actor: Actor): Promise<void>;
}

export function createOrganizationKeys(database: Database, clock: Clock): OrganizationKeys {
  const accounts = createAccounts(database, clock);

  async function keyOf(orgId: string, keyId: string): Promise<OrganizationKey> {
    const [known] = isId('key', keyId) ? await listKeys(database, { orgId, keyId, at: clock.now() }) : [];
    if (!known) throw noKey();
    return known;
  }

  return {
    list: (orgId) => listKeys(database, { orgId, at: clock.now() }),

    async create(orgId, limits, actor) {
      requireFuture(limits.expiresAt, clock.now());
      const { keyId, key } = await accounts.createKey(orgId, { ...limits, actor });
      return { ...(await keyOf(orgId, keyId)), key };
    },

    async change(orgId, keyId, changes, actor) {
      const { id } = await keyOf(orgId, keyId);
      await database.transaction((sql) => changeKey(sql, { orgId, keyId: id, changes, actor, at: clock.now() }));
      return keyOf(orgId, id);
    },

    async revoke(orgId, keyId, actor) {
      const { id } = await keyOf(orgId, keyId);
      await accounts.revokeKey(id, actor);
    },
  };
}

interface Listing {
  orgId: string;
  /** Absent: all keys. */
  keyId?: string;
  at: Date;
}

async function listKeys({ builder }: Database, { orgId, keyId, at }: Listing): Promise<OrganizationKey[]> {
  let keys = builder
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'last_four', 'scopes', 'networks', 'api_keys.created_at', 'expires_at'])
    .select(['spend_per_day', 'spend_total', 'spent_today', 'spent_total', 'last_used_at', 'revoked_at'])
    .select('users.name as created_by')
    .select(({ fn, val }) => fn<string | null>('to_char', ['spent_on', val('YYYY-MM-DD')]).as('spent_on'))
    .where('api_keys.org_id', '=', orgId);
  if (keyId !== undefined) keys = keys.where('api_keys.id', '=', keyId);
  const rows = await keys.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').execute();
  const today = dayOf(at);
  return rows.map((row) => {
    const isCapped = row.spend_per_day !== null || row.spend_total !== null;
    const spentToday = row.spent_on !== null && row.spent_on >= today ? Number(row.spent_today) : 0;
    return {
      id: row.id,
      name: row.name,
      lastCharacters: row.last_four,
      scopes: row.scopes,
      networks: row.networks,
      spendPerDay: row.spend_per_day === null ? null : Number(row.spend_per_day),
      spendTotal: row.spend_total === null ? null : Number(row.spend_total),
      spentToday: isCapped ? spentToday : null,
      spentTotal: isCapped ? Number(row.spent_total) : null,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
      createdBy: row.created_by,
    };
  });
}
