import { call } from './call.ts';
import { CallFailure } from './failure.ts';
import { setSession, type SignedInSession } from './session.ts';

const SESSION = '/console/session';

/** Finds the session of the cookie, if there is one. @throws CallFailure that is not a missing session */
export async function resume(): Promise<void> {
  try {
    setSession({ status: 'signed-in', session: await call<SignedInSession>(SESSION) });
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error;
    setSession({ status: 'signed-out' });
  }
}

/** What proves who signs in. */
export type Credentials = { token: string } | { email: string; password: string };

/** @throws CallFailure 401 for wrong or used credentials, 429 after too many attempts */
export async function signIn(credentials: Credentials): Promise<void> {
  const session = await call<SignedInSession>(SESSION, { method: 'POST', body: credentials });
  setSession({ status: 'signed-in', session });
}

export async function signOut(): Promise<void> {
  await call(SESSION, { method: 'DELETE' });
  setSession({ status: 'signed-out' });
}

/** The token of a login link; undefined in any other fragment. */
export const loginToken = (fragment: string): string | undefined => /^#login=([\w.~-]+)$/.exec(fragment)?.[1];
