import type Router from '@koa/router';
import { z } from 'zod';
import type { InvitationLink, Member } from '../../../services/accounts/members/members.ts';
import { requireOwner, requireSees } from '../../../services/accounts/members/roles.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, bodyOf, memberOf, type ConsoleContext, type ConsoleServing } from './console-call.ts';
import { DisplayName } from './key-routes.ts';

const Role = z.enum(['owner', 'member', 'viewer'], 'must be owner, member or viewer');

const Invite = z.strictObject({ name: DisplayName, role: Role });

const Change = z
  .strictObject({ name: DisplayName.optional(), role: Role.optional() })
  .refine(({ name, role }) => name !== undefined || role !== undefined, 'names neither a name nor a role');

/** The members of the caller's organization. @see docs/accounts.md#members */
export function memberRoutes(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/members', (ctx) => listMembers(serving, ctx));
  router.post('/console/members', (ctx) => invite(serving, ctx));
  router.post('/console/members/:id/link', (ctx) => makeLink(serving, ctx));
  router.patch('/console/members/:id', (ctx) => changeMember(serving, ctx));
  router.delete('/console/members/:id', (ctx) => removeMember(serving, ctx));
}

async function listMembers(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'listMembers');
  const { orgId, role } = await memberOf(serving, ctx);
  requireSees('members', role);
  ctx.body = { members: (await serving.members.list(orgId)).map(memberToWire) };
}

async function invite(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'inviteMember');
  const { orgId, actor } = await ownerOf(serving, ctx);
  const { name, role } = await bodyOf(serving, { ctx, schema: Invite, isAuthenticated: true });
  const invited = await serving.members.invite(orgId, { name: name.trim(), role }, actor);
  ctx.status = 201;
  ctx.body = { ...memberToWire(invited), ...linkToWire(invited) };
}

async function makeLink(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'linkMember');
  const { orgId, actor } = await ownerOf(serving, ctx);
  const link = await serving.members.link(orgId, ctx.params.id ?? '', actor);
  ctx.status = 201;
  ctx.body = linkToWire(link);
}

async function changeMember(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'changeMember');
  const { orgId, actor } = await ownerOf(serving, ctx);
  const { name, role } = await bodyOf(serving, { ctx, schema: Change, isAuthenticated: true });
  const change = { name: name?.trim(), role };
  ctx.body = memberToWire(await serving.members.change(orgId, ctx.params.id ?? '', change, actor));
}

async function removeMember(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'removeMember');
  const { orgId, actor } = await ownerOf(serving, ctx);
  await serving.members.remove(orgId, ctx.params.id ?? '', actor);
  ctx.status = 204;
}

async function ownerOf(serving: ConsoleServing, ctx: ConsoleContext) {
  const member = await memberOf(serving, ctx);
  requireOwner(member.role);
  return member;
}

function memberToWire({ id, name, email, role, createdAt, lastSeenAt }: Member): object {
  return {
    id,
    name,
    email,
    role,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
  };
}

/** The page makes the link of its own address: `/#login=` and the token. */
function linkToWire({ token, expiresAt }: InvitationLink): object {
  return { token, expires_at: expiresAt.toISOString() };
}
