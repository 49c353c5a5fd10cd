import type { Sql } from '../database/database.ts';
import { actingCaller, type Actor } from '../database/roles/acting.ts';

export const OPERATOR: Actor = { id: null, address: null };

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
  | 'session.begin'
  | 'monitor.create'
  | 'monitor.change'
  | 'monitor.delete'
  | 'source.follow'
  | 'source.delete'
  | 'documents.index'
  | 'documents.delete'
  | 'run.create'
  | 'run.cancel'
  | 'crawl.create'
  | 'crawl.cancel'
  | 'crawl.delete';

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
      actor_id: actor.id,
      address: actor.address,
      created_at: at,
    })
    .execute();
}

/**
 * Records what the caller of the current call changes, as `recordAudit` does. Background work, such as the poll of a
 * source, has no caller and records nothing.
 */
export async function recordCallersChange(sql: Pick<Sql, 'builder'>, change: Omit<Audited, 'actor'>): Promise<void> {
  const actor = actingCaller();
  if (actor) await recordAudit(sql, { ...change, actor });
}

// Who changes something here and is neither a member nor a key, now or before, is an operator who signs in to another
// organization.
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
  /** Of a user or an API key. Null for an operator at the command line. */
  actorId: string | null;
  /** Null as `actorId`. */
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
    .leftJoin('api_keys', 'api_keys.id', 'actor_id')
    .select(['audit_entries.id', 'audit_entries.created_at', 'action', 'subject_id', 'detail', 'actor_id', 'address'])
    .select(['users.name as user_name', 'api_keys.name as key_name', 'last_four'])
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
    actorName: row.actor_id === null ? null : nameOf(row),
    address: row.address,
  }));
  return { hasMore: rows.length > limit, entries: listed };
}

interface ActorNames {
  user_name: string | null;
  key_name: string | null;
  last_four: string | null;
}

function nameOf({ user_name: userName, key_name: keyName, last_four: lastFour }: ActorNames): string {
  if (lastFour !== null) return keyName || `key …${lastFour}`;
  return userName ?? OF_ANOTHER_ORGANIZATION;
}
