import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../../database/roles/acting.ts';
import { recordAudit } from '../audit-log.ts';
import { hashPassword, isPasswordOf } from './password-hash.ts';
import type { SignedInMember } from './read-session.ts';
import { secretSha256 } from './secrets.ts';

export interface EmailAndPassword {
  email: string;
  password: string;
}

interface NewPassword extends EmailAndPassword {
  /** Needed where the member has a password. */
  currentPassword: string | undefined;
  /** The session that stays; all others of the member end. */
  sessionToken: string;
}

// Hashes share Node's threads with files and names: some must stay free. Each takes 19 MiB.
const HASHES_AT_ONCE = 2;
const UNENDING = new AbortController().signal;

/** How members sign in without a link. */
export interface Passwords {
  /** @returns undefined for an unknown address and for a wrong password, after the same time */
  userOf(credentials: EmailAndPassword): Promise<string | undefined>;
  /** @throws ServiceError PERMISSION_DENIED for a wrong current password, ALREADY_EXISTS for another member's address */
  set(member: Pick<SignedInMember, 'userId' | 'orgId'>, change: NewPassword, actor: Actor): Promise<void>;
}

export function createPasswords(database: Database, clock: Clock): Passwords {
  // Compared with for unknown addresses, so that the time of a refusal does not tell whether an address is known.
  let nobodys: Promise<string> | undefined;
  const places = createSemaphore(HASHES_AT_ONCE);
  const inTurn = <T>(work: () => Promise<T>) => places.run(UNENDING, work);

  return {
    async userOf({ email, password }) {
      const user = await database.builder
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where('email', '=', email.toLowerCase())
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      const stored = user?.password_hash ?? (await (nobodys ??= hashPassword('')));
      const isRight = await inTurn(() => isPasswordOf(stored, password));
      return isRight && user && user.password_hash !== null ? user.id : undefined;
    },

    async set({ userId, orgId }, { email, password, currentPassword, sessionToken }, actor) {
      await inTurn(() => requireCurrent(database, userId, currentPassword));
      const set = { email: email.toLowerCase(), password_hash: await inTurn(() => hashPassword(password)) };
      await database
        .transaction(async (sql) => {
          await sql.builder.updateTable('users').set(set).where('id', '=', userId).execute();
          const others = sql.builder.deleteFrom('sessions').where('user_id', '=', userId);
          await others.where('sha256', '<>', secretSha256(sessionToken)).execute();
          const at = clock.now();
          await recordAudit(sql, { orgId, action: 'password.set', subjectId: userId, detail: set.email, actor, at });
        })
        .catch(unlessTaken);
    },
  };
}

async function requireCurrent({ builder }: Database, userId: string, current: string | undefined): Promise<void> {
  const user = builder.selectFrom('users').select('password_hash').where('id', '=', userId);
  const { password_hash: stored } = await user.executeTakeFirstOrThrow();
  if (stored === null || (current !== undefined && (await isPasswordOf(stored, current)))) return;
  throw new ServiceError('PERMISSION_DENIED', 'current_password: is not the current password', {
    param: 'current_password',
  });
}

const UNIQUE_VIOLATION = '23505';

function unlessTaken(error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
  throw isTaken
    ? new ServiceError('ALREADY_EXISTS', 'email: belongs to another member', { cause: error, param: 'email' })
    : error;
}
