import type { RouterContext } from '@koa/router';
import type { z } from 'zod';
import type { SignedInMember } from '../../../services/accounts/members/read-session.ts';
import { actFor, type Actor } from '../../../services/database/roles/acting.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import { usableKey } from '../../operations/calls/perform.ts';
import { requestHash } from '../../operations/calls/request-hash.ts';
import { parseRequest } from '../../operations/calls/parse-request.ts';
import { readBody } from '../pipeline/read-body.ts';
import type { RestServing } from '../pipeline/serve.ts';
import { sessionIn } from '../pipeline/session-credentials.ts';
import type { State } from '../pipeline/state.ts';
import type { ConsoleServices } from './console-services.ts';

export type ConsoleServing = RestServing & ConsoleServices;

export type ConsoleContext = RouterContext<State>;

// A token, a password or the description of a key.
const MAX_BODY_BYTES = 16_384;

/** Names a call in metrics, and keeps its response out of every cache: it may carry a secret. */
export function beginCall(ctx: ConsoleContext, operation: string): void {
  ctx.state.observed.named(operation);
  ctx.set('cache-control', 'no-store');
}

/** The member who calls, and how the audit log names it. */
interface CallingMember extends SignedInMember {
  actor: Actor;
}

/** The member who calls. @throws ServiceError UNAUTHENTICATED, PERMISSION_DENIED */
export async function memberOf({ authenticateSession }: ConsoleServing, ctx: ConsoleContext): Promise<CallingMember> {
  const session = sessionIn(ctx.req);
  if (!session) throw notSignedIn();
  const member = await authenticateSession(session);
  ctx.state.orgId = member.orgId;
  const actor = { id: member.userId, address: ctx.state.address };
  actFor(member.orgId, actor);
  return { ...member, actor };
}

export function notSignedIn(): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    'You are not signed in. `npx quarry login-link` prints a link that signs you in.',
  );
}

/** @throws ServiceError INVALID_REQUEST */
export async function bodyOf<Schema extends z.ZodType>(
  { gate: { unauthenticatedCalls }, nextRound }: ConsoleServing,
  { ctx, schema, isAuthenticated }: { ctx: ConsoleContext; schema: Schema; isAuthenticated: boolean },
): Promise<z.output<Schema>> {
  const limits = { maxBytes: MAX_BODY_BYTES, isAuthenticated, unauthenticatedCalls, nextRound };
  return parseRequest(schema, (await readBody(ctx.req, limits)).members);
}

interface OneCall {
  ctx: ConsoleContext;
  /** Of the caller. */
  orgId: string;
  body: object;
}

/** Does the work of a call only once for each `Idempotency-Key`, as the calls of `/v1` do. @throws as the work */
export async function once(
  { gate: { idempotency } }: ConsoleServing,
  { ctx, orgId, body }: OneCall,
  work: (operationId: string) => Promise<object>,
): Promise<unknown> {
  const { requestId } = ctx.state;
  const key = usableKey(ctx.get('idempotency-key'));
  if (key === undefined) return work(requestId);
  const call = {
    orgId,
    key,
    requestSha256: await requestHash(`${ctx.method} ${ctx.path}`, body),
    operationId: requestId,
  };
  const done = await idempotency.once(call, async (operationId) => ({
    httpStatus: 200,
    body: await work(operationId),
  }));
  return done.body;
}
