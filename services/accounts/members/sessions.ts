import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { rememberRows } from '../../concurrency/remember-rows.ts';
import type { Database } from '../../database/database.ts';
import { beginByLink, beginFor, type BegunSession } from './begin-session.ts';
import type { EmailAndPassword, Passwords } from './passwords.ts';
import { readSession, requireActive, type KnownSession, type SignedInMember } from './read-session.ts';
import { looksLikeSecret, secretSha256 } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A session ends this long after its last call. */
const IDLE_MS = 7 * DAY_MS;
// The end of a session, and a change of its role, must take effect within a second.
const REMEMBERED_MS = 500;
const REMEMBERED_SESSIONS = 10_000;
const LAST_SEEN_EVERY_MS = 60_000;

/** The sessions of the console. */
export interface Sessions {
  /**
   * Begins a session by a login link, which is used by that.
   *
   * @throws ServiceError UNAUTHENTICATED for an unknown, used or expired link alike; PERMISSION_DENIED for a suspended
   * organization, whose link stays unused
   */
  beginByLink(linkToken: string, address: string | null): Promise<BegunSession>;
  /**
   * Begins a session by e-mail address and password.
   *
   * @throws ServiceError UNAUTHENTICATED for an unknown address and a wrong password alike; PERMISSION_DENIED for a
   * suspended organization
   */
  beginByPassword(credentials: EmailAndPassword, address: string | null): Promise<BegunSession>;
  /** @throws ServiceError UNAUTHENTICATED for no session, PERMISSION_DENIED for a suspended organization */
  read(token: string): Promise<SignedInMember>;
  /** Ends the session, in other processes within a second. */
  end(token: string): Promise<void>;
}

export interface SessionsDeps {
  database: Database;
  clock: Clock;
  passwords: Pick<Passwords, 'userOf'>;
}

export function createSessions({ database, clock, passwords }: SessionsDeps): Sessions {
  const known = rememberRows<KnownSession>({
    clock,
    most: REMEMBERED_SESSIONS,
    forMs: REMEMBERED_MS,
    read: (sha256) => readSession(database, sha256),
  });

  /** Runs in the background: the call neither waits for it nor fails with it. */
  function noteUse(sha256: string, session: KnownSession): void {
    const now = clock.now();
    if (now.getTime() - session.lastSeenAt < LAST_SEEN_EVERY_MS) return;
    session.lastSeenAt = now.getTime();
    const seen = database.builder.updateTable('sessions').set({ last_seen_at: now }).where('sha256', '=', sha256);
    seen.execute().catch(() => undefined);
  }

  return {
    beginByLink: (linkToken, address) =>
      database.transaction((sql) => beginByLink(sql, linkToken, { address, at: clock.now() })),

    async beginByPassword(credentials, address) {
      const userId = await passwords.userOf(credentials);
      const at = clock.now();
      const begun = userId && (await database.transaction((sql) => beginFor(sql, userId, { address, at })));
      if (begun) return begun;
      throw new ServiceError('UNAUTHENTICATED', 'No member has this e-mail address and password.');
    },

    async read(token) {
      const sha256 = secretSha256(token);
      const session = looksLikeSecret(token) ? await known.get(sha256) : undefined;
      const now = clock.now().getTime();
      if (!session || session.expiresAt <= now || session.lastSeenAt + IDLE_MS <= now) throw noSession();
      requireActive(session);
      noteUse(sha256, session);
      return session.member;
    },

    async end(token) {
      const sha256 = secretSha256(token);
      await database.builder.deleteFrom('sessions').where('sha256', '=', sha256).execute();
      known.forget(sha256);
    },
  };
}

function noSession(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'You are not signed in, or the session has ended. Sign in again.');
}
