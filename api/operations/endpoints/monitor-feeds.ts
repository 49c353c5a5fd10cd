import { z } from 'zod';
import type { Feeds } from '../../../services/monitors/records/feeds.ts';
import { operation, type Operation } from '../calls/operation.ts';

const FeedAddresses = z
  .object({
    atom: z.string().describe('Path of the Atom feed, with its token.'),
    json: z.string().describe('Path of the JSON Feed, with its token.'),
  })
  .meta({ id: 'MonitorFeeds' });

export function monitorFeedOperations(feeds: Feeds): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/monitors/:monitor_id/feeds',
      operationId: 'getMonitorFeeds',
      tag: 'Monitors',
      summary: "Where feed readers find a monitor's records",
      description: 'The token in the addresses opens these two feeds and nothing else. Additive.',
      scope: 'monitors:read',
      success: {
        status: 200,
        description: 'Two addresses for feed readers, which need no key.',
        schema: FeedAddresses,
      },
      async handle({ caller, params }) {
        const monitorId = params.monitor_id ?? '';
        const token = await feeds.tokenOf(caller.orgId, monitorId);
        const address = (form: string) => `/v1/monitors/${monitorId}/feed.${form}?token=${token}`;
        return { atom: address('atom'), json: address('json') };
      },
    }),
  ];
}
