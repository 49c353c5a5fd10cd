import { z } from 'zod';
import { MonitorService } from '../../../gen/quarry/v1/monitor_pb.js';
import type { FollowRecords } from '../../../services/monitors/records/follow-records.ts';
import { parseQuery } from '../../operations/calls/parse-query.ts';
import { ListRecordsQuery } from '../../operations/requests/monitor-lists.ts';
import { recordToWire } from '../../operations/responses/monitor-records.ts';
import { encodeEach } from '../encode-each.ts';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService, StreamMethod } from '../method.ts';
import { queryOf } from '../request.ts';

export function monitorService(find: FindOperation, followRecords: FollowRecords): GrpcService {
  const { method } = MonitorService;
  return {
    desc: MonitorService,
    methods: [
      { desc: method.createMonitor, operation: find('createMonitor') },
      { desc: method.getMonitor, operation: find('getMonitor') },
      { desc: method.listMonitors, operation: find('listMonitors') },
      { desc: method.updateMonitor, operation: find('updateMonitor') },
      { desc: method.deleteMonitor, operation: find('deleteMonitor') },
      { desc: method.listRuns, operation: find('listMonitorRuns') },
      { desc: method.getRun, operation: find('getMonitorRun') },
      { desc: method.listRunRecords, operation: find('listMonitorRunRecords') },
      { desc: method.listRunRequests, operation: find('listMonitorRunRequests') },
      { desc: method.listRecords, operation: find('listMonitorRecords') },
      streamRecords(followRecords),
    ],
  };
}

const { streamRecords: desc, listRecords } = MonitorService.method;
const encoded = encodeEach(desc.output, listRecords.output);

const StreamRecordsQuery = z.strictObject({
  monitor_id: z.string().default(''),
  ...ListRecordsQuery.pick({ since: true, include_content: true }).shape,
});

/** The stream has no equivalent over REST, and therefore no operation. */
function streamRecords(followRecords: FollowRecords): StreamMethod {
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
