import Router from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import type { Logger } from 'pino';
import { ServiceError } from '../../services/core/errors.ts';
import type { Operation } from '../operations/calls/operation.ts';
import { crossOrigin } from './pipeline/cross-origin.ts';
import { envelope } from './pipeline/failure.ts';
import { requestScope } from './pipeline/request-scope.ts';
import type { CallGate } from '../operations/calls/perform.ts';
import { findIn } from '../operations/calls/find-operation.ts';
import { createRounds } from '../../services/concurrency/rounds.ts';
import { serve } from './pipeline/serve.ts';
import type { State } from './pipeline/state.ts';
import { unknownRoute } from './pipeline/unknown-route.ts';
import type { Feeds } from '../../services/monitors/records/feeds.ts';
import type { ConsoleServices } from './console/console-services.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { createConsoleFiles } from './console/files.ts';
import { consolePages } from './console/page-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { compatRoutes } from './compat-routes.ts';
import { mcpRoute, type McpRouteOptions } from './mcp-route.ts';
import { publicRoutes, type PublicPages } from './public-routes.ts';

export interface AppOptions {
  gate: CallGate;
  operations: readonly Operation[];
  pages: PublicPages;
  feeds: Feeds;
  console: ConsoleServices;
  /** Of pages that may call `/v1`, beside our own. */
  allowedOrigins: readonly string[];
  mcp: Pick<McpRouteOptions, 'endpoint' | 'version' | 'host'>;
  log: Logger;
  /** Aborts all requests when the server cannot wait any longer. */
  stopping: AbortSignal;
}

/** The REST application: request scope, error envelope, routes. */
export function createApp(options: AppOptions): Koa<State> {
  const { gate, operations, pages, feeds, console, mcp, log, stopping } = options;
  const app = new Koa<State>();
  const { authenticateSession } = console;
  const serving = { gate, authenticateSession, nextRound: createRounds() };
  const router = new Router<State>({ strict: true, sensitive: true });
  publicRoutes(router, pages);
  consolePages(router, createConsoleFiles());
  feedRoutes(router, feeds);
  consoleRoutes(router, { ...serving, ...console });
  const find = findIn(operations);
  mcpRoute(router, { ...serving, ...mcp, find });
  compatRoutes(router, serving, find);
  for (const operation of operations) {
    router.register(operation.path, [operation.method], (ctx) => serve(serving, operation, ctx));
  }
  app.use(requestScope(gate, log, stopping));
  app.use(crossOrigin(options.allowedOrigins));
  app.use(envelope(log));
  app.use(readablePath);
  app.use(router.routes());
  app.use((ctx) => refuseRoute(router, ctx));
  // Broken connections end here; each request's own log line reports them already.
  app.on('error', (error: Error) => log.debug({ err: error }, 'a connection failed'));
  return app;
}

/** A path with invalid percent-encoding does not exist. */
async function readablePath(ctx: Context, next: Next): Promise<void> {
  try {
    decodeURIComponent(ctx.path);
  } catch (error) {
    throw unknownRoute(error);
  }
  await next();
}

function refuseRoute(router: Router<State>, ctx: Context): never {
  const allowed = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))];
  if (allowed.length === 0) throw unknownRoute();
  ctx.set('allow', allowed.toSorted().join(', '));
  throw new ServiceError('UNIMPLEMENTED', `This path does not accept ${ctx.method}.`, {
    refusal: 'method_not_allowed',
  });
}
