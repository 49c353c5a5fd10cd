import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type Router from '@koa/router';
import { z } from 'zod';
import { csrfTokenOf } from '../../../services/accounts/members/secrets.ts';
import { LONGEST_SESSION_MS, type BegunSession } from '../../../services/accounts/members/begin-session.ts';
import type { SignedInMember } from '../../../services/accounts/members/read-session.ts';
import { requireSameOrigin, SESSION_COOKIE, sessionIn } from '../pipeline/session-credentials.ts';
import type { State } from '../pipeline/state.ts';
import { Email, LONGEST_PASSWORD } from './password-route.ts';
import { beginCall, bodyOf, notSignedIn, type ConsoleContext, type ConsoleServing } from './console-call.ts';

const SignIn = z
  .strictObject({
    token: z.string().min(1, 'is empty').max(256, 'is longer than 256 characters').optional(),
    email: Email.optional(),
    password: z.string().max(LONGEST_PASSWORD, `is longer than ${LONGEST_PASSWORD} characters`).optional(),
  })
  .refine(
    ({ token, email, password }) => (token !== undefined) !== (email !== undefined && password !== undefined),
    'needs either token, or email and password',
  );

/** Signing in and out. @see docs/accounts.md#sessions */
export function sessionRoutes(router: Router<State>, serving: ConsoleServing): void {
  router.post('/console/session', (ctx) => signIn(serving, ctx));
  router.get('/console/session', (ctx) => readSession(serving, ctx));
  router.delete('/console/session', (ctx) => signOut(serving, ctx));
}

async function signIn(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'beginSession');
  // Another origin's page must not sign a visitor in to a different account.
  requireSameOrigin(ctx.req);
  const body = await bodyOf(serving, { ctx, schema: SignIn, isAuthenticated: false });
  const { token, member } = await begin(serving, body, ctx.state.address);
  ctx.state.orgId = member.orgId;
  setCookie(ctx, token, LONGEST_SESSION_MS);
  ctx.body = sessionBody(token, member);
}

function begin(
  { sessions, throttle }: ConsoleServing,
  { token, email = '', password = '' }: z.output<typeof SignIn>,
  address: string,
): Promise<BegunSession> {
  const byAddress = `address ${address}`;
  if (token !== undefined) return throttle.attempt([byAddress], () => sessions.beginByLink(token, address));
  const names = [byAddress, `email ${email.toLowerCase()}`];
  return throttle.attempt(names, () => sessions.beginByPassword({ email, password }, address));
}

async function readSession({ authenticateSession }: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'readSession');
  const session = sessionIn(ctx.req);
  if (!session) throw notSignedIn();
  // A page learns the CSRF token here, so it is not asked for one.
  const member = await authenticateSession({ ...session, csrfToken: csrfTokenOf(session.token) });
  ctx.state.orgId = member.orgId;
  ctx.body = sessionBody(session.token, member);
}

async function signOut({ sessions }: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'endSession');
  const session = sessionIn(ctx.req);
  if (session) await sessions.end(session.token);
  setCookie(ctx, '', 0);
  ctx.status = 204;
}

function sessionBody(token: string, { userId, userName, email, orgId, orgName, role }: SignedInMember): object {
  return {
    csrf_token: csrfTokenOf(token),
    user: { id: userId, name: userName, email },
    organization: { id: orgId, name: orgName },
    role,
  };
}

function setCookie(ctx: ConsoleContext, token: string, maxAgeMs: number): void {
  const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${Math.floor(maxAgeMs / 1_000)}`];
  if (isUnderTls(ctx.req)) attributes.push('Secure');
  ctx.set('set-cookie', [`${SESSION_COOKIE}=${token}`, ...attributes].join('; '));
}

/** A caller who lies about this gets a cookie that its own browser sends less often, and nothing else. */
function isUnderTls({ socket, headers }: IncomingMessage): boolean {
  return (
    (socket as Partial<TLSSocket>).encrypted === true ||
    headers.origin?.startsWith('https://') === true ||
    headers['x-forwarded-proto'] === 'https'
  );
}
