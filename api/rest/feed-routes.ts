import type Router from '@koa/router';
import { z } from 'zod';
import type { Feeds } from '../../services/monitors/records/feeds.ts';
import { atomFeed, jsonFeed } from './write-feed.ts';
import { readQuery } from './pipeline/read-query.ts';
import type { State } from './pipeline/state.ts';

const FeedQuery = z.strictObject({ token: z.string().default('') });

/** The feeds: their token is in the address, because feed readers send no headers. */
export function feedRoutes(router: Router<State>, feeds: Feeds): void {
  router.get('/v1/monitors/:monitor_id/feed.atom', async (ctx) => {
    const feed = await feeds.read(ctx.params.monitor_id ?? '', tokenIn(ctx.querystring));
    ctx.type = 'application/atom+xml; charset=utf-8';
    ctx.body = atomFeed(feed);
  });
  router.get('/v1/monitors/:monitor_id/feed.json', async (ctx) => {
    const feed = await feeds.read(ctx.params.monitor_id ?? '', tokenIn(ctx.querystring));
    ctx.body = jsonFeed(feed);
    ctx.type = 'application/feed+json; charset=utf-8';
  });
}

function tokenIn(querystring: string): string {
  return (readQuery(querystring, FeedQuery) as z.infer<typeof FeedQuery>).token;
}
