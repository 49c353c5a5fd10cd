import type { Sql } from '../database/database.ts';

/** Who changes something, and from where. */
export interface Actor {
  /** Null: an operator, by the command line. */
  userId: string | null;
  address: string | null;
}

export const OPERATOR: Actor = { userId: null, address: null };

type AuditAction =
  | 'organization.create'
  | 'credits.grant'
  | 'credits.correct'
  | 'key.create'
  | 'key.change'
  | 'key.revoke'
  | 'member.invite'
  | 'member.link'
  | 'member.change'
  | 'member.remove'
  | 'password.set'
  | 'session.begin';

interface Audited {
  orgId: string;
  action: AuditAction;
  subjectId: string;
  detail?: string | null;
  actor: Actor;
  at: Date;
}

/** Records a change in the transaction that makes it, so that neither is without the other. */
export async function recordAudit(
  { builder }: Pick<Sql, 'builder'>,
  { orgId, action, subjectId, detail = null, actor, at }: Audited,
): Promise<void> {
  await builder
    .insertInto('audit_entries')
    .values({
      org_id: orgId,
      action,
      subject_id: subjectId,
      detail,
      actor_id: actor.userId,
      address: actor.address,
      created_at: at,
    })
    .execute();
}

// Who changes something here and is no member, now or before, is an operator who signs in to another organization.
const OF_ANOTHER_ORGANIZATION = 'operator';

export interface AuditPage {
  limit: number;
  /** Id of an entry: older ones are returned. */
  before?: string | undefined;
}

export interface ListedAudit {
  id: string;
  at: Date;
  action: string;
  subjectId: string;
  detail: string | null;
  actorId: string | null;
  /** Null for an operator at the command line. */
  actorName: string | null;
  address: string | null;
}

/** What was changed in an organization, newest first. */
export async function readAuditLog(
  { builder }: Pick<Sql, 'builder'>,
  orgId: string,
  { limit, before }: AuditPage,
): Promise<{ hasMore: boolean; entries: ListedAudit[] }> {
  let entries = builder
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['audit_entries.id', 'audit_entries.created_at', 'action', 'subject_id', 'detail', 'actor_id', 'address'])
    .select('users.name as actor_name')
    .where('audit_entries.org_id', '=', orgId);
  if (before !== undefined) entries = entries.where('audit_entries.id', '<', before);
  const rows = await entries
    .orderBy('audit_entries.id', 'desc')
    .limit(limit + 1)
    .execute();
  const listed = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.created_at,
    action: row.action,
    subjectId: row.subject_id,
    detail: row.detail,
    actorId: row.actor_id,
    actorName: row.actor_name ?? (row.actor_id === null ? null : OF_ANOTHER_ORGANIZATION),
    address: row.address,
  }));
  return { hasMore: rows.length > limit, entries: listed };
}
