import { z } from 'zod';
import type { Feeds } from '../../../services/monitors/records/feeds.ts';
import { operation, type Operation } from '../calls/operation.ts';

const FeedAddresses = z
  .object({
    atom: z.string().describe('Path of the Atom feed, including its token.'),
    json: z.string().describe('Path of the JSON Feed, including its token.'),
  })
  .meta({ id: 'MonitorFeeds' });

export function monitorFeedOperations(feeds: Feeds): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/v1/monitors/:monitor_id/feeds',
      operationId: 'getMonitorFeeds',
      tag: 'Monitors',
      summary: 'Get the feed addresses of a monitor',
      description:
        'Feed readers need no API key: the token in the address grants access to these two feeds and nothing else.',
      scope: 'monitors:read',
      success: {
        status: 200,
        description: 'The addresses of the two feeds.',
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
