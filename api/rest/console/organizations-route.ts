import type Router from '@koa/router';
import { requireOperator } from '../../../services/accounts/members/roles.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, memberOf, type ConsoleServing } from './console-call.ts';

/** All organizations with their credits, for operators. @see docs/accounts.md#operators */
export function organizationsRoute(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/organizations', async (ctx) => {
    beginCall(ctx, 'listOrganizations');
    const { role } = await memberOf(serving, ctx);
    requireOperator(role);
    const listed = await serving.listOrganizations();
    ctx.body = {
      organizations: listed.map(({ org_id: id, name, balance, held, created_at }) => ({
        id,
        name,
        balance: Number(balance),
        held: Number(held),
        created_at,
      })),
    };
  });
}
