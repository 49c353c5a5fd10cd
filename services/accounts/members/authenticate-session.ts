import { unauthenticatedCallMs, type Spacing } from '../../concurrency/spacing.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Caller } from '../authenticate.ts';
import { isCsrfTokenOf } from './secrets.ts';
import type { SignedInMember } from './read-session.ts';
import type { Sessions } from './sessions.ts';

/** How a browser proves its session: by its cookie, and by the token that only a page of the console knows. */
export interface SessionCredentials {
  token: string;
  csrfToken: string | undefined;
}

/**
 * @param unreadBytes bytes of the call's body that are not read yet
 * @throws ServiceError UNAUTHENTICATED for no session; PERMISSION_DENIED for a missing or wrong CSRF token, and for a
 * suspended organization
 */
export type AuthenticateSession = (credentials: SessionCredentials, unreadBytes?: number) => Promise<SignedInMember>;

export interface AuthenticateSessionDeps {
  sessions: Pick<Sessions, 'read'>;
  /** Delays calls without a valid session, of any operation. */
  unauthenticatedCalls: Spacing;
}

export function createAuthenticateSession({
  sessions,
  unauthenticatedCalls,
}: AuthenticateSessionDeps): AuthenticateSession {
  return async ({ token, csrfToken }, unreadBytes = 0) => {
    try {
      requireCsrfToken(token, csrfToken);
      return await sessions.read(token);
    } catch (error) {
      await unauthenticatedCalls(unauthenticatedCallMs(unreadBytes));
      throw error;
    }
  };
}

/** A member as the caller of an operation. Rates and usage count by its user, over all of its sessions. */
export function memberAsCaller({ orgId, userId, role }: SignedInMember): Caller {
  return { orgId, keyId: userId, scopes: null, role };
}

function requireCsrfToken(token: string, csrfToken: string | undefined): void {
  if (csrfToken === undefined)
    throw new ServiceError(
      'PERMISSION_DENIED',
      'A session is accepted only together with the header X-Quarry-CSRF. GET /console/session returns its value.',
    );
  if (!isCsrfTokenOf(token, csrfToken))
    throw new ServiceError(
      'PERMISSION_DENIED',
      'The header X-Quarry-CSRF does not belong to this session. GET /console/session returns its value.',
    );
}
