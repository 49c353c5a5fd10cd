import type { IncomingMessage } from 'node:http';
import type { RouterContext } from '@koa/router';
import type { Authenticate, Caller } from '../../../services/accounts/authenticate.ts';
import { memberAsCaller, type AuthenticateSession } from '../../../services/accounts/members/authenticate-session.ts';
import { actFor } from '../../../services/database/roles/acting.ts';
import { ServiceError } from '../../../services/core/errors.ts';
import type { Operation } from '../../operations/calls/operation.ts';
import type { State } from './state.ts';
import { namesSession, sessionIn } from './session-credentials.ts';

const BEARER = /^bearer +(.*)$/i;

/** Finds out who makes a request; long calls repeat it. */
export type Identify = (unreadBytes?: number) => Promise<Caller>;

export interface Identification {
  gate: { authenticate: Authenticate };
  authenticateSession: AuthenticateSession;
}

interface Sent {
  request: IncomingMessage;
  /** Of the caller. */
  address: string;
}

/** A key in the headers, else a session. @returns undefined if the body may still hold a key */
export function identifyByHeaders(
  { gate, authenticateSession }: Identification,
  { body }: Pick<Operation, 'body'>,
  { request, address }: Sent,
): Identify | undefined {
  const key = headerKey(request);
  if (key !== undefined) return (unreadBytes) => gate.authenticate(key, { address, unreadBytes });
  if (body?.carriesKey && !namesSession(request)) return undefined;
  const session = sessionIn(request);
  if (!session) return (unreadBytes) => gate.authenticate(undefined, { address, unreadBytes });
  return async (unreadBytes) => memberAsCaller(await authenticateSession(session, unreadBytes));
}

/** A key in the body. Without one, a session lacks its CSRF token here, and its refusal says so. */
export function identifyByBody(
  { gate, authenticateSession }: Identification,
  { request, address }: Sent,
  body: unknown,
): Identify {
  const key = bodyKey(body);
  const session = key === undefined ? sessionIn(request) : undefined;
  if (!session) return () => gate.authenticate(key, { address });
  return async () => memberAsCaller(await authenticateSession(session));
}

/**
 * The key in the headers: `x-api-key` first, then `Authorization: Bearer`.
 *
 * @throws ServiceError INVALID_REQUEST for two `x-api-key` headers
 */
function headerKey(request: IncomingMessage): string | undefined {
  const given = request.headersDistinct['x-api-key'] ?? [];
  if (given.length > 1) throw new ServiceError('INVALID_REQUEST', 'The request has two x-api-key headers. Send one.');
  const key = given[0]?.trim();
  if (key) return key;
  return BEARER.exec(request.headers.authorization ?? '')?.[1]?.trim() || undefined;
}

/** The key in the body's `api_key`, if the endpoint accepts one there. */
function bodyKey(body: unknown): string | undefined {
  const key = typeof body === 'object' && body !== null && 'api_key' in body ? body.api_key : undefined;
  return typeof key === 'string' ? key.trim() || undefined : undefined;
}

/** Who makes a call that carries no key in its body; the rest of the call works for this caller. */
export async function identifyCaller(
  serving: Identification,
  ctx: RouterContext<State>,
): Promise<{ caller: Caller; identify: Identify }> {
  const { address } = ctx.state;
  const identify = identifyByHeaders(serving, {}, { request: ctx.req, address });
  if (!identify) throw new Error('a call without a body of its own is identified by its headers');
  const caller = await identify();
  ctx.state.orgId = caller.orgId;
  actFor(caller.orgId, { id: caller.keyId, address });
  return { caller, identify };
}
