import { AgentService } from '../../../gen/quarry/v1/agent_pb.js';
import type { FindOperation } from '../../operations/calls/find-operation.ts';
import type { GrpcService } from '../method.ts';

// REST responds with the run itself.
const bodyIn = 'run';

export function agentService(find: FindOperation): GrpcService {
  const { method } = AgentService;
  return {
    desc: AgentService,
    methods: [
      { desc: method.createAgentRun, operation: find('createAgentRun'), bodyIn },
      { desc: method.getAgentRun, operation: find('getAgentRun'), bodyIn },
      { desc: method.listAgentRuns, operation: find('listAgentRuns') },
      { desc: method.cancelAgentRun, operation: find('cancelAgentRun'), bodyIn },
    ],
  };
}
