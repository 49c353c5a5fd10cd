import { MonitorService } from '../../../gen/quarry/v1/monitor_pb.js';
import type { FollowRecords } from '../../../services/monitors/records/follow-records.ts';
import type { FindOperation, GrpcService } from '../method.ts';
import { streamRecords } from './stream-records.ts';

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
