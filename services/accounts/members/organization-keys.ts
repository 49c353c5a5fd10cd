import type { Database } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { Clock } from '../../core/clock.ts';
import { createAccounts } from '../accounts.ts';
import type { Actor } from '../audit-log.ts';

/** A key as its organization sees it, without the key itself. */
export interface OrganizationKey {
  id: string;
  name: string;
  lastCharacters: string;
  /** Null: the key may do everything. */
  scopes: string[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Name of the user who made it. Null: an operator did. */
  createdBy: string | null;
}

interface NewOrganizationKey {
  name: string;
  scopes: string[] | null;
  expiresAt: Date | null;
  /** Who makes it. */
  actor: Actor;
}

/** The keys of one organization, for its members. */
export interface OrganizationKeys {
  /** Newest first, revoked ones too. */
  list(orgId: string): Promise<OrganizationKey[]>;
  /** @returns the key itself too, only here @throws ServiceError INVALID_REQUEST for an expiry in the past */
  create(orgId: string, key: NewOrganizationKey): Promise<OrganizationKey & { key: string }>;
  /** The key is refused within a second. @throws ServiceError NOT_FOUND for another organization's key too */
  revoke(orgId: string, keyId: string, actor: Actor): Promise<void>;
}

export function createOrganizationKeys(database: Database, clock: Clock): OrganizationKeys {
  const accounts = createAccounts(database, clock);

  return {
    list: (orgId) => listKeys(database, orgId),

    async create(orgId, key) {
      if (key.expiresAt && key.expiresAt <= clock.now())
        throw new ServiceError('INVALID_REQUEST', 'expires_at: is in the past', { param: 'expires_at' });
      const made = await accounts.createKey(orgId, key);
      const [stored] = await listKeys(database, orgId, made.keyId);
      if (!stored) throw noKey();
      return { ...stored, key: made.key };
    },

    async revoke(orgId, keyId, actor) {
      const [known] = isId('key', keyId) ? await listKeys(database, orgId, keyId) : [];
      if (!known) throw noKey();
      await accounts.revokeKey(keyId, actor);
    },
  };
}

async function listKeys({ builder }: Database, orgId: string, keyId?: string): Promise<OrganizationKey[]> {
  let keys = builder
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select(['api_keys.id', 'api_keys.name', 'last_four', 'scopes', 'api_keys.created_at', 'expires_at'])
    .select(['last_used_at', 'revoked_at', 'users.name as created_by'])
    .where('api_keys.org_id', '=', orgId);
  if (keyId !== undefined) keys = keys.where('api_keys.id', '=', keyId);
  const rows = await keys.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastCharacters: row.last_four,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    createdBy: row.created_by,
  }));
}

function noKey(): ServiceError {
  return new ServiceError('NOT_FOUND', 'No key of this organization has this id.');
}
