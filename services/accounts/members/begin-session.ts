import { ServiceError } from '../../core/errors.ts';
import type { Sql } from '../../database/database.ts';
import { recordAudit } from '../audit-log.ts';
import { readSession, requireActive, type SignedInMember } from './read-session.ts';
import { newSecret, secretSha256 } from './secrets.ts';

/** A session ends this long after its beginning, however much it is used. */
export const LONGEST_SESSION_MS = 30 * 86_400_000;

export interface BegunSession {
  /** Returned only here. The service stores its hash. */
  token: string;
  member: SignedInMember;
}

interface Beginning {
  /** From which the member signs in, for the audit log. */
  address: string | null;
  at: Date;
}

/** Uses a link, in the caller's transaction. @throws ServiceError as `Sessions.beginByLink` */
export async function beginByLink(sql: Sql, linkToken: string, beginning: Beginning): Promise<BegunSession> {
  const link = await sql.builder
    .updateTable('login_links')
    .set({ used_at: beginning.at })
    .where('sha256', '=', secretSha256(linkToken))
    .where('used_at', 'is', null)
    .where('expires_at', '>', beginning.at)
    .returning('user_id')
    .executeTakeFirst();
  const begun = link && (await beginFor(sql, link.user_id, beginning));
  if (begun) return begun;
  throw new ServiceError(
    'UNAUTHENTICATED',
    'This link is not valid: it was used, or has expired. `npx quarry login-link` prints a new one.',
  );
}

/**
 * Begins a session of a user who has proved to be it, in the caller's transaction.
 *
 * @returns undefined for a removed user
 * @throws ServiceError PERMISSION_DENIED for a suspended organization
 */
export async function beginFor(
  sql: Sql,
  userId: string,
  { address, at }: Beginning,
): Promise<BegunSession | undefined> {
  const token = await insertSession(sql, userId, at);
  const session = await readSession(sql, secretSha256(token));
  if (!session) return undefined;
  requireActive(session);
  const { orgId, userName } = session.member;
  const actor = { id: userId, address };
  await recordAudit(sql, { orgId, action: 'session.begin', subjectId: userId, detail: userName, actor, at });
  return { token, member: session.member };
}

/** @returns its token */
async function insertSession({ builder }: Pick<Sql, 'builder'>, userId: string, at: Date): Promise<string> {
  const token = newSecret();
  await builder
    .insertInto('sessions')
    .columns(['sha256', 'org_id', 'user_id', 'created_at', 'last_seen_at', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select([
          val(secretSha256(token)).as('sha256'),
          'org_id',
          'id',
          val(at).as('created_at'),
          val(at).as('last_seen_at'),
          val(new Date(at.getTime() + LONGEST_SESSION_MS)).as('expires_at'),
        ])
        .where('id', '=', userId),
    )
    .execute();
  return token;
}
