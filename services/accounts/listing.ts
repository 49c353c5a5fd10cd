import type { Sql } from '../database/database.ts';
import { ServiceError } from '../core/errors.ts';

/** Credits are text: a number loses digits from 2^53 on. Times are ISO 8601. */
export interface ListedOrganization {
  org_id: string;
  name: string;
  balance: string;
  held: string;
  created_at: string;
}

/** What is kept of a key; the key itself is not. */
export interface ListedKey {
  key_id: string;
  last_four: string;
  /** Null: the key may do everything. */
  scopes: string[] | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

const ISO = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** All organizations, oldest first. */
export async function listOrganizations(sql: Sql): Promise<ListedOrganization[]> {
  return sql.query<ListedOrganization & Record<string, unknown>>(
    `select id as org_id, name, balance::text, held::text, ${ISO('created_at')} from organizations order by organizations.created_at, id`,
  );
}

/** The keys of an organization, oldest first, revoked ones too. @throws ServiceError NOT_FOUND */
export async function listKeys(sql: Sql, orgId: string): Promise<ListedKey[]> {
  const found = await sql.query('select 1 from organizations where id = $1', [orgId]);
  if (found.length === 0) throw new ServiceError('NOT_FOUND', `No organization has the id ${orgId}.`);
  return sql.query<ListedKey & Record<string, unknown>>(
    `select id as key_id, last_four, scopes, ${['created_at', 'last_used_at', 'expires_at', 'revoked_at'].map(ISO).join(', ')}
     from api_keys where org_id = $1 order by api_keys.created_at, id`,
    [orgId],
  );
}
