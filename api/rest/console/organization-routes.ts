import type Router from '@koa/router';
import { z } from 'zod';
import { requireOperator } from '../../../services/accounts/members/roles.ts';
import { Storable } from '../../operations/requests/text-values.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, bodyOf, memberOf, once, type ConsoleContext, type ConsoleServing } from './console-call.ts';

const ChangeCredits = z.strictObject({
  amount: z
    .int('is not a whole number')
    .min(-Number.MAX_SAFE_INTEGER, 'is too small')
    .max(Number.MAX_SAFE_INTEGER, 'is too large')
    .refine((amount) => amount !== 0, 'is 0'),
  reason: Storable.refine((reason) => reason.trim() !== '', 'is blank'),
});

/** All organizations with their credits, for operators. @see docs/accounts.md#operators */
export function organizationRoutes(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/organizations', (ctx) => list(serving, ctx));
  router.post('/console/organizations/:id/credits', (ctx) => changeCredits(serving, ctx));
}

async function list(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'listOrganizations');
  const { role } = await memberOf(serving, ctx);
  requireOperator(role);
  const listed = await serving.operators.list();
  ctx.body = {
    organizations: listed.map(({ org_id: id, name, balance, held, created_at }) => ({
      id,
      name,
      balance: Number(balance),
      held: Number(held),
      created_at,
    })),
  };
}

async function changeCredits(serving: ConsoleServing, ctx: ConsoleContext): Promise<void> {
  beginCall(ctx, 'changeCredits');
  const { role, actor, orgId } = await memberOf(serving, ctx);
  requireOperator(role);
  const body = await bodyOf(serving, { ctx, schema: ChangeCredits, isAuthenticated: true });
  ctx.body = await once(serving, { ctx, orgId, body }, (operationId) =>
    serving.operators.changeCredits(ctx.params.id ?? '', { ...body, actor, operationId }),
  );
}
