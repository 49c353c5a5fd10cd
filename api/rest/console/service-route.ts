import type Router from '@koa/router';
import { ServiceError } from '../../../services/core/errors.ts';
import type { QueueState } from '../../../services/temporal/queues.ts';
import type { State } from '../pipeline/state.ts';
import { beginCall, memberOf, type ConsoleServing } from './console-call.ts';

/** The state of the installation, which holds nothing of an organization. @see docs/accounts.md#the-installation */
export function serviceRoute(router: Router<State>, serving: ConsoleServing): void {
  router.get('/console/service', async (ctx) => {
    beginCall(ctx, 'readService');
    const { role } = await memberOf(serving, ctx);
    if (role === 'viewer')
      throw new ServiceError(
        'PERMISSION_DENIED',
        'The role viewer may not see the state of the installation. An owner of the organization can give you another role.',
      );
    const { temporalUi, disk, queues } = await serving.readInstallation();
    // How much waits is the work of all organizations together.
    const waiting = ({ name, workers, waiting: count }: QueueState) =>
      role === 'operator' ? { name, workers, waiting: count } : { name, workers };
    ctx.body = {
      temporal_ui: temporalUi,
      disk: { free_bytes: disk.freeBytes, needed_bytes: disk.neededBytes },
      queues: queues?.map(waiting) ?? null,
    };
  });
}
