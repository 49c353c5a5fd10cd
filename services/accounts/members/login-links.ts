import type { Sql } from '../../database/database.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { requireOrganization } from '../accounts.ts';
import { newSecret, secretSha256 } from './secrets.ts';

const VALID_MS = 15 * 60_000;

export interface NewLoginLink {
  /** Returned only here. The service stores its hash. */
  token: string;
  orgId: string;
  userId: string;
  expiresAt: Date;
}

/** The address that signs in. The token is in the fragment, which browsers send to no server and nothing logs. */
export function loginUrl(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/#login=${token}`;
}

/** Whom the command line signs in. */
type LinkedRole = keyof typeof FIRST_NAMES;

const FIRST_NAMES = { owner: 'Owner', operator: 'Operator' } as const;

/**
 * Makes a link for the member with a role who has been one for longest. An organization without such a member gets one.
 *
 * @param orgId undefined: the first organization
 * @throws ServiceError NOT_FOUND
 */
export async function createRoleLink(
  sql: Sql,
  { orgId, role, at }: { orgId?: string | undefined; role: LinkedRole; at: Date },
): Promise<NewLoginLink> {
  const organization = orgId ?? (await firstOrganization(sql));
  await requireOrganization(sql, organization);
  return createLoginLink(
    sql,
    { orgId: organization, userId: await firstWith(sql, { orgId: organization, role, at }) },
    at,
  );
}

/** Makes a link for one member. It is valid once, for 15 minutes unless stated otherwise. */
export async function createLoginLink(
  { builder }: Pick<Sql, 'builder'>,
  { orgId, userId, validMs = VALID_MS }: Pick<NewLoginLink, 'orgId' | 'userId'> & { validMs?: number },
  at: Date,
): Promise<NewLoginLink> {
  const token = newSecret();
  const expiresAt = new Date(at.getTime() + validMs);
  await builder
    .insertInto('login_links')
    .values({
      sha256: secretSha256(token),
      org_id: orgId,
      user_id: userId,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return { token, orgId, userId, expiresAt };
}

async function firstOrganization({ builder }: Sql): Promise<string> {
  const first = builder.selectFrom('organizations').select('id').orderBy('created_at').orderBy('id').limit(1);
  const found = await first.executeTakeFirst();
  if (found) return found.id;
  throw new ServiceError('NOT_FOUND', 'There is no organization yet. Create one with quarry orgs create NAME.');
}

/** Changes that depend on who else is a member happen one after the other, until the transaction ends. */
export async function lockUsers(sql: Sql, orgId: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`users ${orgId}`]);
}

async function firstWith(
  sql: Sql,
  { orgId, role, at }: { orgId: string; role: LinkedRole; at: Date },
): Promise<string> {
  // Two links at the same time must not make two members.
  await lockUsers(sql, orgId);
  const first = await sql.builder
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('role', '=', role)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (first) return first.id;
  const id = newId('usr');
  await sql.builder
    .insertInto('users')
    .values({ id, org_id: orgId, name: FIRST_NAMES[role], role, created_at: at })
    .execute();
  return id;
}
