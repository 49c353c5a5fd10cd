import { ServiceError } from '../../core/errors.ts';
import type { Sql } from '../../database/database.ts';
import type { MemberRole } from './roles.ts';

/** A member who is signed in. */
export interface SignedInMember {
  userId: string;
  userName: string;
  email: string | null;
  role: MemberRole;
  orgId: string;
  orgName: string;
}

export interface KnownSession {
  member: SignedInMember;
  suspended: boolean;
  lastSeenAt: number;
  expiresAt: number;
}

/** A session whose user is still a member, with what is true of it now. */
export async function readSession(
  { builder }: Pick<Sql, 'builder'>,
  sha256: string,
): Promise<KnownSession | undefined> {
  const row = await builder
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('organizations', 'organizations.id', 'users.org_id')
    .select(['users.id', 'users.name', 'email', 'role', 'users.org_id', 'organizations.name as org_name'])
    .select(['suspended_at', 'last_seen_at', 'expires_at'])
    .where('sha256', '=', sha256)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      member: {
        userId: row.id,
        userName: row.name,
        email: row.email,
        role: row.role,
        orgId: row.org_id,
        orgName: row.org_name,
      },
      suspended: row.suspended_at !== null,
      lastSeenAt: row.last_seen_at.getTime(),
      expiresAt: row.expires_at.getTime(),
    }
  );
}

/** @throws ServiceError PERMISSION_DENIED */
export function requireActive({ suspended }: Pick<KnownSession, 'suspended'>): void {
  if (!suspended) return;
  throw new ServiceError(
    'PERMISSION_DENIED',
    'This organization is suspended. The operator of the service can lift the suspension.',
  );
}
