import type Router from '@koa/router';
import { z } from 'zod';
import type { Feeds } from '../../../services/monitors/feed/feeds.ts';
import { atomFeed, jsonFeed } from '../../../services/monitors/feed/write-feed.ts';
import { endpoint, type Endpoint } from '../endpoint.ts';
import { readQuery } from '../pipeline/read-query.ts';
import type { State } from '../pipeline/state.ts';

const FeedAddresses = z
  .object({
    atom: z.string().describe('Path of the Atom feed, with its token.'),
    json: z.string().describe('Path of the JSON Feed, with its token.'),
  })
  .meta({ id: 'MonitorFeeds' });

export function monitorFeedEndpoints(feeds: Feeds): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/monitors/:monitor_id/feeds',
      operationId: 'getMonitorFeeds',
      tag: 'Monitors',
      summary: "Where feed readers find a monitor's records",
      description: 'The token in the addresses opens these two feeds and nothing else. Additive.',
      scope: 'monitors:read',
      success: { status: 200, description: 'Two addresses for feed readers, which need no key.', schema: FeedAddresses },
      async handle({ caller, params }) {
        const monitorId = params.monitor_id ?? '';
        const token = await feeds.tokenOf(caller.orgId, monitorId);
        const address = (form: string) => `/v1/monitors/${monitorId}/feed.${form}?token=${token}`;
        return { atom: address('atom'), json: address('json') };
      },
    }),
  ];
}

const FeedQuery = z.strictObject({ token: z.string().default('') });

/** The feeds themselves: their token is in the address, because feed readers send no headers. */
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
