import { z } from 'zod';
import { MonitorService } from '../../../gen/quarry/v1/monitor_pb.js';
import type { FollowRecords } from '../../../services/monitors/records/follow-records.ts';
import { parseQuery } from '../../operations/calls/parse-query.ts';
import { ListRecordsQuery } from '../../operations/requests/monitor-lists.ts';
import { recordToWire } from '../../operations/responses/monitors.ts';
import { encodeEach } from '../encode-each.ts';
import type { StreamMethod } from '../method.ts';
import { queryOf } from '../request.ts';

const { streamRecords: desc, listRecords } = MonitorService.method;
const encoded = encodeEach(desc.output, listRecords.output);

const StreamRecordsQuery = z.strictObject({
  monitor_id: z.string().default(''),
  ...ListRecordsQuery.pick({ since: true, include_content: true }).shape,
});

/** It has no equivalent over REST, and therefore no operation. */
export function streamRecords(followRecords: FollowRecords): StreamMethod {
  return {
    desc,
    admission: { operationId: 'streamRecords', scope: 'monitors:read' },
    async *open(message, { caller, signal, permit }) {
      const {
        monitor_id: monitorId,
        since,
        include_content: includeContent,
      } = parseQuery(StreamRecordsQuery, queryOf(desc, message)) as z.output<typeof StreamRecordsQuery>;
      for await (const records of followRecords(
        { orgId: caller.orgId, monitorId, since, includeContent },
        { signal, permit },
      )) {
        yield encoded(records.map(recordToWire));
      }
    },
  };
}
