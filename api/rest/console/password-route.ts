import type Router from '@koa/router';
import { z } from 'zod';
import { Storable } from '../../operations/requests/text-values.ts';
import { sessionIn } from '../pipeline/session-credentials.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, bodyOf, memberOf, notSignedIn, type ConsoleContext, type ConsoleServing } from './console-call.ts';

const SHORTEST_PASSWORD = 12;
/** Longer ones would only take time to hash. */
export const LONGEST_PASSWORD = 256;

export const Email = Storable.refine((email) => /^[^\s@]+@[^\s@]+$/.test(email), 'is not an e-mail address').refine(
  (email) => email.length <= 254,
  'is longer than 254 characters',
);

const SetPassword = z.strictObject({
  email: Email,
  password: z
    .string()
    .min(SHORTEST_PASSWORD, `is shorter than ${SHORTEST_PASSWORD} characters`)
    .max(LONGEST_PASSWORD, `is longer than ${LONGEST_PASSWORD} characters`),
  current_password: z.string().max(LONGEST_PASSWORD, `is longer than ${LONGEST_PASSWORD} characters`).nullish(),
});

/** The password of the caller itself. @see docs/accounts.md#passwords */
export function passwordRoute(router: Router<State>, serving: ConsoleServing): void {
  router.put('/console/password', (ctx) => setPassword(serving, ctx));
}

async function setPassword(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'setPassword');
  const member = await memberOf(serving, ctx);
  const body = await bodyOf(serving, { ctx, schema: SetPassword, isAuthenticated: true });
  const session = sessionIn(ctx.req);
  if (!session) throw notSignedIn();
  const change = {
    email: body.email,
    password: body.password,
    currentPassword: body.current_password ?? undefined,
    sessionToken: session.token,
  };
  // Who has an open browser of a member must not try passwords either.
  const names = [`user ${member.userId}`];
  await serving.throttle.attempt(names, () => serving.passwords.set(member, change, member.actor));
  ctx.status = 204;
}
