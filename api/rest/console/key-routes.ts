import type Router from '@koa/router';
import { z } from 'zod';
import { requireOwner, requireSees } from '../../../services/accounts/members/roles.ts';
import type { OrganizationKey } from '../../../services/accounts/members/organization-keys.ts';
import { UNLIMITED, type KeyLimits } from '../../../services/accounts/keys.ts';
import { KEY_SCOPES } from '../../../services/accounts/scopes.ts';
import { Storable } from '../../operations/requests/text-values.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, bodyOf, memberOf, type ConsoleContext, type ConsoleServing } from './console-call.ts';

const LONGEST_NAME = 100;

export const DisplayName = Storable.refine((name) => name.trim() !== '', 'is blank').refine(
  (name) => Array.from(name).length <= LONGEST_NAME,
  `is longer than ${LONGEST_NAME} characters`,
);

const credits = z
  .int('is not a whole number')
  .min(1, 'is below 1')
  .max(Number.MAX_SAFE_INTEGER, 'is too large')
  .nullish();

const limits = {
  scopes: z
    .array(z.enum(KEY_SCOPES, `must be one of ${KEY_SCOPES.join(', ')}`))
    .min(1, 'is empty: omit it for a key that may do everything')
    .refine((scopes) => new Set(scopes).size === scopes.length, 'holds a scope twice')
    .nullish(),
  networks: z.array(z.string()).min(1, 'is empty: omit it for a key that may be used from everywhere').nullish(),
  spend_per_day: credits,
  spend_total: credits,
  expires_at: z.iso
    .datetime({ offset: true, error: 'is not a date and time in ISO 8601, such as 2027-01-31T00:00:00Z' })
    .nullish(),
};

const CreateKey = z.strictObject({ name: DisplayName, ...limits });

const ChangeKey = z
  .strictObject({ name: DisplayName.optional(), ...limits })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'names nothing to change');

/** The keys of the caller's organization. @see docs/accounts.md#keys */
export function keyRoutes(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/keys', (ctx) => listKeys(serving, ctx));
  router.post('/console/keys', (ctx) => createKey(serving, ctx));
  router.patch('/console/keys/:id', (ctx) => changeKey(serving, ctx));
  router.delete('/console/keys/:id', (ctx) => revokeKey(serving, ctx));
}

async function listKeys(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'listKeys');
  const { orgId, role } = await memberOf(serving, ctx);
  requireSees('keys', role);
  ctx.body = { keys: (await serving.keys.list(orgId)).map(keyToWire) };
}

async function createKey(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'createKey');
  const { orgId, role, actor } = await memberOf(serving, ctx);
  requireOwner(role);
  const body = await bodyOf(serving, { ctx, schema: CreateKey, isAuthenticated: true });
  const { key, ...made } = await serving.keys.create(orgId, { ...UNLIMITED, ...limitsIn(body) }, actor);
  ctx.status = 201;
  ctx.body = { ...keyToWire(made), key };
}

async function changeKey(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'changeKey');
  const { orgId, role, actor } = await memberOf(serving, ctx);
  requireOwner(role);
  const body = await bodyOf(serving, { ctx, schema: ChangeKey, isAuthenticated: true });
  ctx.body = keyToWire(await serving.keys.change(orgId, ctx.params.id ?? '', limitsIn(body), actor));
}

/** What a body names; null is no limit. */
function limitsIn(body: z.output<typeof ChangeKey>): Partial<KeyLimits> {
  const { name, scopes, networks, spend_per_day: spendPerDay, spend_total: spendTotal, expires_at: expires } = body;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(scopes !== undefined && { scopes }),
    ...(networks !== undefined && { networks }),
    ...(spendPerDay !== undefined && { spendPerDay }),
    ...(spendTotal !== undefined && { spendTotal }),
    ...(expires !== undefined && { expiresAt: expires === null ? null : new Date(expires) }),
  };
}

async function revokeKey(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'revokeKey');
  const { orgId, role, actor } = await memberOf(serving, ctx);
  requireOwner(role);
  await serving.keys.revoke(orgId, ctx.params.id ?? '', actor);
  ctx.status = 204;
}

function keyToWire(key: OrganizationKey): object {
  return {
    id: key.id,
    name: key.name,
    last_characters: key.lastCharacters,
    scopes: key.scopes,
    networks: key.networks,
    spend_per_day: key.spendPerDay,
    spend_total: key.spendTotal,
    spent_today: key.spentToday,
    spent_total: key.spentTotal,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    created_by: key.createdBy,
  };
}
