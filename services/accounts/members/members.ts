import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { isId, newId } from '../../core/ids.ts';
import type { Database, Sql } from '../../database/database.ts';
import type { Actor } from '../../database/roles/acting.ts';
import { recordAudit } from '../audit-log.ts';
import { createLoginLink, lockUsers, type NewLoginLink } from './login-links.ts';
import type { MemberRole } from './roles.ts';

// The invited person may open the link a day later.
const INVITATION_MS = 3 * 86_400_000;

export interface Member {
  id: string;
  name: string;
  email: string | null;
  role: MemberRole;
  createdAt: Date;
  /** Null: has no session. */
  lastSeenAt: Date | null;
}

/** A role that an organization can give; `operator` is the operator's to give. */
type GivenRole = Exclude<MemberRole, 'operator'>;

/** The members of one organization. */
export interface Members {
  /** Oldest first. */
  list(orgId: string): Promise<Member[]>;
  /** Makes a member, and a link that signs it in once, within three days. */
  invite(orgId: string, member: { name: string; role: GivenRole }, actor: Actor): Promise<Member & InvitationLink>;
  /** Makes another link for a member. @throws ServiceError NOT_FOUND */
  link(orgId: string, userId: string, actor: Actor): Promise<InvitationLink>;
  /** Within a second the role holds in open sessions. @throws ServiceError NOT_FOUND, CONFLICT for the last owner */
  change(orgId: string, userId: string, change: MemberChange, actor: Actor): Promise<Member>;
  /** Ends its sessions within a second, and its links. @throws ServiceError NOT_FOUND, CONFLICT for the last owner */
  remove(orgId: string, userId: string, actor: Actor): Promise<void>;
}

export type InvitationLink = Pick<NewLoginLink, 'token' | 'expiresAt'>;

interface MemberChange {
  name?: string | undefined;
  role?: GivenRole | undefined;
}

export function createMembers(database: Database, clock: Clock): Members {
  return {
    list: (orgId) => listMembers(database, orgId),

    invite: (orgId, { name, role }, actor) =>
      database.transaction(async (sql) => {
        const [at, id] = [clock.now(), newId('usr')];
        await sql.builder.insertInto('users').values({ id, org_id: orgId, name, role, created_at: at }).execute();
        await recordAudit(sql, {
          orgId,
          action: 'member.invite',
          subjectId: id,
          detail: `${name}, ${role}`,
          actor,
          at,
        });
        const link = await createLoginLink(sql, { orgId, userId: id, validMs: INVITATION_MS }, at);
        return { ...(await memberIn(sql, orgId, id)), token: link.token, expiresAt: link.expiresAt };
      }),

    link: (orgId, userId, actor) =>
      database.transaction(async (sql) => {
        const at = clock.now();
        const { name } = await memberIn(sql, orgId, userId);
        await recordAudit(sql, { orgId, action: 'member.link', subjectId: userId, detail: name, actor, at });
        return createLoginLink(sql, { orgId, userId, validMs: INVITATION_MS }, at);
      }),

    change: (orgId, userId, { name, role }, actor) =>
      database.transaction(async (sql) => {
        await lockUsers(sql, orgId);
        const known = await memberIn(sql, orgId, userId);
        const changed = { name: name ?? known.name, role: role ?? known.role };
        if (known.role === 'owner' && changed.role !== 'owner') await requireOtherOwner(sql, orgId, userId);
        await sql.builder.updateTable('users').set(changed).where('id', '=', userId).execute();
        const detail = `${known.name}, ${known.role} → ${changed.name}, ${changed.role}`;
        await recordAudit(sql, { orgId, action: 'member.change', subjectId: userId, detail, actor, at: clock.now() });
        return { ...known, ...changed };
      }),

    remove: (orgId, userId, actor) =>
      database.transaction(async (sql) => {
        await lockUsers(sql, orgId);
        const at = clock.now();
        const { name, role } = await memberIn(sql, orgId, userId);
        if (role === 'owner') await requireOtherOwner(sql, orgId, userId);
        // The e-mail address is free for another member; a name stays beside what it did.
        const removed = { removed_at: at, email: null, password_hash: null };
        await sql.builder.updateTable('users').set(removed).where('id', '=', userId).execute();
        await sql.builder.deleteFrom('sessions').where('user_id', '=', userId).execute();
        await sql.builder.deleteFrom('login_links').where('user_id', '=', userId).execute();
        await recordAudit(sql, { orgId, action: 'member.remove', subjectId: userId, detail: name, actor, at });
      }),
  };
}

async function listMembers({ builder }: Pick<Sql, 'builder'>, orgId: string): Promise<Member[]> {
  const rows = await builder
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .select(({ fn }) => [
      'users.id',
      'name',
      'email',
      'role',
      'users.created_at as created_at',
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .where('users.org_id', '=', orgId)
    .where('removed_at', 'is', null)
    .groupBy('users.id')
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute();
  return rows.map(({ created_at: createdAt, last_seen_at: lastSeenAt, ...row }) => ({ ...row, createdAt, lastSeenAt }));
}

/** @throws ServiceError NOT_FOUND for a removed member and one of another organization too */
async function memberIn(sql: Sql, orgId: string, userId: string): Promise<Member> {
  const member = isId('usr', userId) && (await listMembers(sql, orgId)).find(({ id }) => id === userId);
  if (!member) throw new ServiceError('NOT_FOUND', 'No member of this organization has this id.');
  return member;
}

async function requireOtherOwner(sql: Sql, orgId: string, userId: string): Promise<void> {
  const members = await listMembers(sql, orgId);
  if (members.some(({ id, role }) => role === 'owner' && id !== userId)) return;
  throw new ServiceError('CONFLICT', 'This is the last owner of the organization. Make another member an owner first.');
}
