import type Router from '@koa/router';
import { ServiceError } from '../../../services/core/errors.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, memberOf, type ConsoleServing } from './console-call.ts';

/** The credits of the caller's organization, for every role. */
export function balanceRoute(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/balance', async (ctx) => {
    beginCall(ctx, 'readBalance');
    const { orgId } = await memberOf(serving, ctx);
    const balance = await serving.ledger.balance(orgId);
    if (!balance) throw new ServiceError('NOT_FOUND', 'No organization has this id.');
    ctx.body = balance;
  });
}
