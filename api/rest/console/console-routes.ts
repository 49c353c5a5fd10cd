import type Router from '@koa/router';
import type { State } from '../pipeline/state.ts';
import { auditRoute } from './audit-route.ts';
import { balanceRoute } from './balance-route.ts';
import type { ConsoleServing } from './console-call.ts';
import { keyRoutes } from './key-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { organizationRoutes } from './organization-routes.ts';
import { passwordRoute } from './password-route.ts';
import { serviceRoute } from './service-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { statementRoutes } from './statement-routes.ts';

/** The console's own calls. All but those of the session need its cookie and its CSRF token. */
export function consoleRoutes(router: Router<State>, serving: ConsoleServing): void {
  sessionRoutes(router, serving);
  keyRoutes(router, serving);
  balanceRoute(router, serving);
  memberRoutes(router, serving);
  passwordRoute(router, serving);
  auditRoute(router, serving);
  statementRoutes(router, serving);
  organizationRoutes(router, serving);
  serviceRoute(router, serving);
}
