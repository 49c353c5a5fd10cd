import type { Sql } from '../database/database.ts';
import { requireOrganization } from './accounts.ts';

/** Credits are text, because a number loses digits from 2^53 on. Times are ISO 8601. */
export interface ListedOrganization {
  org_id: string;
  name: string;
  balance: string;
  held: string;
  created_at: string;
}

/** The stored properties of a key, without the key itself. */
export interface ListedKey {
  key_id: string;
  last_four: string;
  /** Empty if it has no name. */
  name: string;
  /** Null: the key may do everything. */
  scopes: string[] | null;
  /** Null: it may be used from everywhere. */
  networks: string[] | null;
  /** Credits as text. Null: no cap. */
  spend_per_day: string | null;
  spend_total: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** All organizations, oldest first. */
export async function listOrganizations({ builder }: Sql): Promise<ListedOrganization[]> {
  const rows = await builder
    .selectFrom('organizations')
    .select(['id as org_id', 'name', 'balance', 'held', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** The keys of an organization, oldest first, revoked ones too. @throws ServiceError NOT_FOUND */
export async function listKeys(sql: Sql, orgId: string): Promise<ListedKey[]> {
  await requireOrganization(sql, orgId);
  const rows = await sql.builder
    .selectFrom('api_keys')
    .select(['id as key_id', 'last_four', 'name', 'scopes', 'networks', 'spend_per_day', 'spend_total'])
    .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_used_at: isoOrNull(row.last_used_at),
    expires_at: isoOrNull(row.expires_at),
    revoked_at: isoOrNull(row.revoked_at),
  }));
}

function isoOrNull(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
